import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import { formatQuantity, requireQuantity } from '../../model/quantity.ts';
import type { EnvVar } from './container.ts';
import { configKeyFault, invalidValue, qualifiedNameFault, subdomainFault, unsupportedValue } from './formats.ts';

type EnvVarSource = NonNullable<EnvVar['valueFrom']>;

const FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

const RESOURCES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [
  `limits.${name}`,
  `requests.${name}`,
]);

/**
 * Checks the source of a variable by Kubernetes' rules (core/v1 validation, validateEnvVarValueFrom). `secretKeyRef` is left out,
 * because prepare reads Secrets. The messages are Kubernetes'.
 */
export function validateEnvVarSource(source: EnvVarSource, path: FieldPath): readonly FieldProblem[] {
  const { fieldRef, resourceFieldRef, configMapKeyRef, fileKeyRef } = source;
  const count = Object.keys(source).length;
  return [
    ...(count === 0
      ? [fieldError(path, 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`')]
      : []),
    ...(count > 1 ? [fieldError(path, 'may not have more than one field specified at a time')] : []),
    ...(fieldRef === undefined ? [] : validateFieldRef(fieldRef, [...path, 'fieldRef'])),
    ...(resourceFieldRef === undefined ? [] : validateResourceRef(resourceFieldRef, [...path, 'resourceFieldRef'])),
    ...(configMapKeyRef === undefined ? [] : validateKeyRef(configMapKeyRef, [...path, 'configMapKeyRef'])),
    ...(fileKeyRef === undefined
      ? []
      : [fieldError([...path, 'fileKeyRef'], 'a Build has no volumes, so this file does not exist: remove the field')]),
  ];
}

function validateFieldRef(
  { apiVersion = 'v1', fieldPath }: NonNullable<EnvVarSource['fieldRef']>,
  path: FieldPath,
): readonly FieldProblem[] {
  if (apiVersion !== 'v1')
    return invalidValue([...path, 'apiVersion'], apiVersion, `unsupported pod version: ${apiVersion}`);
  const field = [...path, 'fieldPath'];
  const { name, key } = /^(?<name>.+?)\['(?<key>.*)'\]$/s.exec(fieldPath)?.groups ?? {};
  if (key !== undefined) {
    if (name === 'metadata.labels') return invalidValue(field, fieldPath, qualifiedNameFault(key));
    // The rule for keys of annotations ignores the case.
    if (name === 'metadata.annotations') return invalidValue(field, fieldPath, qualifiedNameFault(key.toLowerCase()));
    return invalidValue(field, fieldPath, 'does not support subscript');
  }
  const label = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  return FIELDS.includes(label) ? [] : [unsupportedValue(field, fieldPath, FIELDS)];
}

function validateResourceRef(
  { resource, divisor = '0' }: NonNullable<EnvVarSource['resourceFieldRef']>,
  path: FieldPath,
): readonly FieldProblem[] {
  const isHugePages = /^(?:limits|requests)\.hugepages-/.test(resource);
  if (!isHugePages && !RESOURCES.includes(resource))
    return [unsupportedValue([...path, 'resource'], resource, RESOURCES)];
  if (requireQuantity(divisor).nano === 0n) return [];
  const isCpu = resource.endsWith('.cpu');
  const allowed = isCpu ? /^1m?$/ : /^1(?:[kMGTPE]|[KMGTPE]i)?$/;
  const values = isCpu ? '1m and 1' : '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';
  const fault = allowed.test(canonical(divisor))
    ? undefined
    : `only divisor's values ${values} are supported with ${resource}`;
  return invalidValue([...path, 'divisor'], divisor, fault);
}

/** Kubernetes keeps the exponent of a quantity such as 1e3, and writes all others with the largest suffix. */
function canonical(quantity: string): string {
  return /[eE][-+]?\d/.test(quantity) ? quantity : formatQuantity(requireQuantity(quantity));
}

function validateKeyRef(
  { name = '', key }: { readonly name?: string; readonly key: string },
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...(name === ''
      ? [fieldError([...path, 'name'], 'missing field(s)')]
      : invalidValue([...path, 'name'], name, subdomainFault(name))),
    ...(key === ''
      ? [fieldError([...path, 'key'], 'missing field(s)')]
      : invalidValue([...path, 'key'], key, configKeyFault(key))),
  ];
}
