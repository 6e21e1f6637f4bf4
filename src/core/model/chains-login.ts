/**
 * The annotation of a Build's ServiceAccount that names the Secret with which Tekton Chains pushes the signatures of its images. The
 * controller copies it to the TaskRun of each Build.
 */
export const CHAINS_LOGIN_ANNOTATION = 'taskpack.dev/chains-login';

/**
 * The longest time for which a Build's own ServiceAccount lists that Secret. Tekton Chains tries five times within seconds and then
 * gives up (tektoncd/chains, pkg/chains/annotations), so this is time for its controller to start, and for its transparency log.
 */
export const CHAINS_LOGIN_LIMIT_MS = 120_000;
