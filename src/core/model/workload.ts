/** The workload that runs a Build: a TaskRun, a Pod of init containers, or a Pod of regular containers. */
export type Workload = 'taskrun' | 'pod-init' | 'pod-containers';

/** The workloads in the order in which reports list them. */
export const WORKLOADS: readonly Workload[] = ['taskrun', 'pod-init', 'pod-containers'];
