import * as z from 'zod';
import { isDnsSubdomain } from '../../model/names.ts';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { Immutable } from '../immutable.ts';

/** Kubernetes' OwnerReference. */
const ownerReference = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: z.boolean().exactOptional(),
  blockOwnerDeletion: z.boolean().exactOptional(),
});

/** Kubernetes' ManagedFieldsEntry, which `kubectl get --show-managed-fields` prints. */
const managedFieldsEntry = z.strictObject({
  manager: z.string().exactOptional(),
  operation: z.string().exactOptional(),
  apiVersion: z.string().exactOptional(),
  time: z.string().exactOptional(),
  fieldsType: z.string().exactOptional(),
  fieldsV1: z.unknown().exactOptional(),
  subresource: z.string().exactOptional(),
});

/** Go's `map[string]string`: labels, annotations, selectors. */
export const stringMap = z.record(z.string(), z.string());

/** All fields of Kubernetes' ObjectMeta. `name` is required. */
export const objectMeta = z.strictObject({
  name: z.string(),
  generateName: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  selfLink: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  resourceVersion: z.string().exactOptional(),
  generation: z.int().exactOptional(),
  creationTimestamp: z.string().exactOptional(),
  deletionTimestamp: z.string().exactOptional(),
  deletionGracePeriodSeconds: z.int().exactOptional(),
  labels: stringMap.exactOptional(),
  annotations: stringMap.exactOptional(),
  ownerReferences: z.array(ownerReference).exactOptional(),
  finalizers: z.array(z.string()).exactOptional(),
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
