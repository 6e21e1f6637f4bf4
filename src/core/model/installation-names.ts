/** The names of an installation. The YAML in `config/` has the same names, and a test compares them. */

/** The namespace that the controller is installed in, unless the user chooses another one. */
export const CONTROLLER_NAMESPACE = 'taskpack';
export const SERVICE_ACCOUNT = 'controller';
export const DEPLOYMENT = 'taskpack-controller';
export const LEASE = 'taskpack-controller';
/** A controller of one namespace holds a Lease of its own, whose name is this one, a dot and the namespace. */
export function leaseName(namespace: string | undefined): string {
  return namespace === undefined ? LEASE : `${LEASE}.${namespace}`;
}
/** The ConfigMap by which the replicas of the controller pass on pushes. */
export const PUSH_CONFIG_MAP = 'git-pushes';
/** The ConfigMap in which the controller records the platform whose images of indexes it uses. */
export const INDEX_PLATFORM_CONFIG_MAP = 'index-platform';
export const SETTINGS_CONFIG_MAP = 'settings';

/** The DaemonSet that pulls images, and the ServiceAccount of its Pods. */
export const WARM_NODES = 'warm-nodes';
export const WARM_PRIORITY_CLASS = 'taskpack-warm-nodes';

/** The labels of all objects of an installation except definitions, so that users can delete by label what can be removed safely. */
export const LABELS = { 'app.kubernetes.io/name': 'taskpack', 'app.kubernetes.io/component': 'controller' };
