import { EXPLANATIONS } from '../../controllers/build/failure/failure-reason.ts';
import { PHASE_NAMES } from '../../model/phase-name.ts';
import type { BuildLabels } from '../../observability/build-metrics.ts';

/** All that metrics of Builds are told apart by. */
export const BUILD_LABELS: BuildLabels = {
  outcomes: ['succeeded', ...Object.keys(EXPLANATIONS)],
  phases: PHASE_NAMES,
  backends: ['tekton', 'native', 'none'],
};
