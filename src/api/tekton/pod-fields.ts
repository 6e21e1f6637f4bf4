import type { FieldPath } from '../../model/problem.ts';

/** Parts of Tasks and TaskRuns that have the types of Kubernetes' Pod API, and that taskpack copies without a schema. */
const POD_PARTS: ReadonlySet<string | number> = new Set([
  'envFrom',
  'podTemplate',
  'ports',
  'resources',
  'securityContext',
  'volumeMounts',
  'volumes',
]);

/** Maps whose keys are not names of fields. */
const MAPS: ReadonlySet<string | number> = new Set([
  'annotations',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'requests',
  'volumeAttributes',
]);

/** The fields in these parts whose names have capital letters. */
const FIELDS: readonly string[] = [
  'allowPrivilegeEscalation',
  'claimName',
  'configMap',
  'configMapRef',
  'containerPort',
  'defaultMode',
  'emptyDir',
  'fsGroup',
  'hostPath',
  'hostPort',
  'imagePullSecrets',
  'mountPath',
  'nodeSelector',
  'persistentVolumeClaim',
  'readOnly',
  'readOnlyRootFilesystem',
  'runAsGroup',
  'runAsNonRoot',
  'runAsUser',
  'secretName',
  'secretRef',
  'securityContext',
  'sizeLimit',
  'subPath',
  'subPathExpr',
  'supplementalGroups',
];

/** Returns the fields of an object at the path that the schema of a Task or TaskRun leaves open. */
export function podFields(path: FieldPath): readonly string[] {
  const isOpen = path.some((segment) => POD_PARTS.has(segment)) && !path.some((segment) => MAPS.has(segment));
  return isOpen ? FIELDS : [];
}
