/** The workloads in which completion attests images with the signing keys: none, Pods, or Pods and TaskRuns. */
export const ATTEST_BUILDS = ['none', 'pods', 'all'] as const;

export type AttestBuilds = (typeof ATTEST_BUILDS)[number];
