import * as z from 'zod';
import type { FieldPath } from '../../model/problem.ts';
import { isAny, schemaAt } from './schema-path.ts';

/**
 * Integer fields of Kubernetes' Pod API in the parts of an object that taskpack copies without a schema. The names are in
 * lower case, because early Tekton ignored the case of fields.
 */
const INTEGERS: ReadonlySet<string> = new Set([
  'containerport',
  'defaultmode',
  'expirationseconds',
  'failurethreshold',
  'fsgroup',
  'hostport',
  'initialdelayseconds',
  'mode',
  'periodseconds',
  'port',
  'priority',
  'runasgroup',
  'runasuser',
  'successthreshold',
  'supplementalgroups',
  'terminationgraceperiodseconds',
  'timeoutseconds',
  'tolerationseconds',
  'weight',
]);

/** Boolean fields of Kubernetes' Pod API in such parts. */
const BOOLEANS: ReadonlySet<string> = new Set([
  'allowprivilegeescalation',
  'automountserviceaccounttoken',
  'enableservicelinks',
  'hostipc',
  'hostnetwork',
  'hostpid',
  'hostusers',
  'optional',
  'privileged',
  'readonly',
  'readonlyrootfilesystem',
  'runasnonroot',
  'sethostnameasfqdn',
  'shareprocessnamespace',
]);

/** True if the field at the path is an integer or boolean as the reading is, so kubectl's reading is what its author wrote. */
export function takesReading(schema: z.core.$ZodType, path: FieldPath, reading: boolean | number): boolean {
  const field = schemaAt(schema, path);
  if (field === undefined) return false;
  const name = path.findLast((segment) => typeof segment === 'string')?.toLowerCase() ?? '';
  if (typeof reading === 'boolean') return field instanceof z.ZodBoolean || (isAny(field) && BOOLEANS.has(name));
  return Number.isInteger(reading) && (field instanceof z.ZodNumber || (isAny(field) && INTEGERS.has(name)));
}
