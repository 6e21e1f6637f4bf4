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
  outcomes: ['succeeded', 'failed'],
  phases: Object.keys(PHASES),
  backends: ['tekton', 'native'],
};
