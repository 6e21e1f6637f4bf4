import * as z from 'zod';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { Immutable } from '../immutable.ts';
import { invalidValue, labelFault, labelValueFault, qualifiedNameFault, subdomainFault } from './formats.ts';
import { optionalBoolean, optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

/** Kubernetes' OwnerReference. */
const ownerReference = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: optionalBoolean,
  blockOwnerDeletion: optionalBoolean,
});

/** Kubernetes' ManagedFieldsEntry, which `kubectl get --show-managed-fields` prints. */
const managedFieldsEntry = z.strictObject({
  manager: optionalString,
  operation: optionalString,
  apiVersion: optionalString,
  time: optionalString,
  fieldsType: optionalString,
  fieldsV1: z.unknown().exactOptional(),
  subresource: optionalString,
});

type Strings = Readonly<Record<string, string>>;

/** Go's `map[string]string`: labels, annotations, selectors. */
export const stringMap = z.record(z.string(), z.string());

/** All fields of Kubernetes' ObjectMeta. `name` is required. */
export const objectMeta = z.strictObject({
  name: z.string(),
  generateName: optionalString,
  namespace: optionalString,
  selfLink: optionalString,
  uid: optionalString,
  resourceVersion: optionalString,
  generation: optionalInteger,
  creationTimestamp: optionalString,
  deletionTimestamp: optionalString,
  deletionGracePeriodSeconds: optionalInteger,
  labels: stringMap.exactOptional(),
  annotations: stringMap.exactOptional(),
  ownerReferences: z.array(ownerReference).exactOptional(),
  finalizers: optionalStrings,
  managedFields: z.array(managedFieldsEntry).exactOptional(),
});

/** The metadata of an object (meta/v1 ObjectMeta). */
export type ObjectMeta = Immutable<z.output<typeof objectMeta>>;

/** The limit of all annotations of an object (apimachinery, ValidateAnnotationsSize). */
const MAX_ANNOTATIONS_BYTES = 256 * 1024;

/** Checks an object's metadata by Kubernetes' rules (apimachinery, ValidateObjectMeta). Messages are Kubernetes'. */
export function validateMetadata(metadata: {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly labels?: Strings;
  readonly annotations?: Strings;
}): readonly FieldProblem[] {
  const { name = '', generateName = '', namespace = '', labels = {}, annotations = {} } = metadata;
  // The API server appends characters, so a prefix may end with a hyphen.
  const prefixFault = generateName === '' ? undefined : subdomainFault(generateName.replace(/(?<=.)-$/, 'a'));
  // A name that taskpack made from the prefix has the same fault.
  const isMade = prefixFault !== undefined && name.startsWith(generateName.slice(0, 50));
  return [
    ...(name === '' || isMade ? [] : invalidValue(['metadata', 'name'], name, subdomainFault(name))),
    ...invalidValue(['metadata', 'generateName'], generateName, prefixFault),
    ...(namespace === '' ? [] : invalidValue(['metadata', 'namespace'], namespace, labelFault(namespace))),
    ...validateLabels(labels, ['metadata', 'labels']),
    ...validateAnnotations(annotations),
  ];
}

/** Checks labels, or a selector of labels, by Kubernetes' rules (apimachinery, ValidateLabels). */
export function validateLabels(labels: Strings, path: FieldPath): readonly FieldProblem[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalidValue([...path, key], key, qualifiedNameFault(key)),
    ...invalidValue([...path, key], value, labelValueFault(value)),
  ]);
}

function validateAnnotations(annotations: Strings): readonly FieldProblem[] {
  const path: FieldPath = ['metadata', 'annotations'];
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    // The rule for keys of annotations ignores the case.
    ...Object.keys(annotations).flatMap((key) =>
      invalidValue([...path, key], key, qualifiedNameFault(key.toLowerCase())),
    ),
    ...(size > MAX_ANNOTATIONS_BYTES ? [fieldError(path, `may not be more than ${MAX_ANNOTATIONS_BYTES} bytes`)] : []),
  ];
}
