import * as z from 'zod';
import { isDnsSubdomain } from '../../model/names.ts';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { Immutable } from '../immutable.ts';
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

const LONGEST_NAME = 253;

/** The message of Kubernetes (apimachinery, IsDNS1123Subdomain). */
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** The message of Kubernetes (apimachinery, IsDNS1123Label). */
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
  "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** Checks an object's name and namespace by Kubernetes' rules. Messages are Kubernetes'. */
export function validateMetadata(metadata: { readonly name?: string; readonly namespace?: string }): FieldProblem[] {
  const { name = '', namespace = '' } = metadata;
  return [...validateName(name), ...validateNamespace(namespace)];
}

function validateName(name: string): FieldProblem[] {
  if (name.length > LONGEST_NAME) {
    return [
      fieldError(['metadata', 'name'], `invalid value: ${name}`, `must be no more than ${LONGEST_NAME} characters`),
    ];
  }
  return isDnsSubdomain(name) || name === ''
    ? []
    : [fieldError(['metadata', 'name'], `invalid value: ${name}`, SUBDOMAIN_RULE)];
}

function validateNamespace(namespace: string): FieldProblem[] {
  const isLabel = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace);
  return isLabel || namespace === ''
    ? []
    : [fieldError(['metadata', 'namespace'], `invalid value: ${namespace}`, LABEL_RULE)];
}
