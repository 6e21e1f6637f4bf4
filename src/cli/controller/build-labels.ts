import { EXPLANATIONS } from '../../controllers/build/failure/failure-reason.ts';
import type { PhaseName } from '../../model/build-progress.ts';
import type { BuildLabels } from '../../observability/build-metrics.ts';

const PHASES: Readonly<Record<PhaseName, true>> = {
  prepare: true,
  analyze: true,
  detect: true,
  restore: true,
  build: true,
  export: true,
  rebase: true,
  completion: true,
};

/** All that metrics of Builds are told apart by. */
export const BUILD_LABELS: BuildLabels = {
  outcomes: ['succeeded', ...Object.keys(EXPLANATIONS)],
  phases: Object.keys(PHASES),
  backends: ['tekton', 'native', 'none'],
};
