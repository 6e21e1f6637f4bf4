/** The type of a field: kubectl reads a value such as 0400 or yes as a number or boolean, and Go decodes it by this type. */
type FieldType = 'integer' | 'boolean' | 'other';

/**
 * Fields of Kubernetes' Pod API and of claims, in the parts of an object that taskpack copies without a schema. The table has
 * all integer and boolean fields, and further fields whose names have capital letters.
 */
const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  accessModes: 'other',
  allowPrivilegeEscalation: 'boolean',
  automountServiceAccountToken: 'boolean',
  claimName: 'other',
  configMap: 'other',
  configMapRef: 'other',
  containerPort: 'integer',
  defaultMode: 'integer',
  emptyDir: 'other',
  enableServiceLinks: 'boolean',
  expirationSeconds: 'integer',
  failureThreshold: 'integer',
  fsGroup: 'integer',
  hostIPC: 'boolean',
  hostNetwork: 'boolean',
  hostPID: 'boolean',
  hostPath: 'other',
  hostPort: 'integer',
  hostUsers: 'boolean',
  imagePullSecrets: 'other',
  initialDelaySeconds: 'integer',
  mode: 'integer',
  mountPath: 'other',
  nodeSelector: 'other',
  optional: 'boolean',
  periodSeconds: 'integer',
  persistentVolumeClaim: 'other',
  port: 'integer',
  priority: 'integer',
  privileged: 'boolean',
  readOnly: 'boolean',
  readOnlyRootFilesystem: 'boolean',
  runAsGroup: 'integer',
  runAsNonRoot: 'boolean',
  runAsUser: 'integer',
  secretName: 'other',
  secretRef: 'other',
  securityContext: 'other',
  setHostnameAsFQDN: 'boolean',
  shareProcessNamespace: 'boolean',
  sizeLimit: 'other',
  storageClassName: 'other',
  subPath: 'other',
  subPathExpr: 'other',
  successThreshold: 'integer',
  supplementalGroups: 'integer',
  terminationGracePeriodSeconds: 'integer',
  timeoutSeconds: 'integer',
  tolerationSeconds: 'integer',
  volumeClaimTemplate: 'other',
  weight: 'integer',
};

/** The names of these fields. */
export const POD_FIELDS: readonly string[] = Object.keys(FIELD_TYPES);

const TYPES_BY_LOWER_CASE: ReadonlyMap<string, FieldType> = new Map(
  Object.entries(FIELD_TYPES).map(([name, type]) => [name.toLowerCase(), type]),
);

/** Returns the type of a field. Ignores the case of the name, as early Tekton did. */
export function podFieldType(name: string): FieldType | undefined {
  return TYPES_BY_LOWER_CASE.get(name.toLowerCase());
}
