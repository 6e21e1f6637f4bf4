import * as z from 'zod';
import type { FieldPath } from '../../model/problem.ts';
import { isAny, schemaAt } from './schema-path.ts';

/** Integer fields of Kubernetes' Pod API in the parts of an object that taskpack copies without a schema. */
const INTEGERS: ReadonlySet<string | number> = new Set([
  'containerPort',
  'defaultMode',
  'expirationSeconds',
  'failureThreshold',
  'fsGroup',
  'hostPort',
  'initialDelaySeconds',
  'mode',
  'periodSeconds',
  'port',
  'priority',
  'runAsGroup',
  'runAsUser',
  'successThreshold',
  'supplementalGroups',
  'terminationGracePeriodSeconds',
  'timeoutSeconds',
  'tolerationSeconds',
  'weight',
]);

/** Boolean fields of Kubernetes' Pod API in such parts. */
const BOOLEANS: ReadonlySet<string | number> = new Set([
  'allowPrivilegeEscalation',
  'automountServiceAccountToken',
  'enableServiceLinks',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'hostUsers',
  'optional',
  'privileged',
  'readOnly',
  'readOnlyRootFilesystem',
  'runAsNonRoot',
  'setHostnameAsFQDN',
  'shareProcessNamespace',
]);

/** True if the field at the path is an integer or boolean as the reading is, so kubectl's reading is what its author wrote. */
export function takesReading(schema: z.core.$ZodType, path: FieldPath, reading: boolean | number): boolean {
  const field = schemaAt(schema, path);
  if (field === undefined) return false;
  const name = path.findLast((segment) => typeof segment === 'string') ?? '';
  if (typeof reading === 'boolean') return field instanceof z.ZodBoolean || (isAny(field) && BOOLEANS.has(name));
  return Number.isInteger(reading) && (field instanceof z.ZodNumber || (isAny(field) && INTEGERS.has(name)));
}
