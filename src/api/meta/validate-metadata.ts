import { fieldError, type FieldProblem } from '../../model/problem.ts';

const LONGEST_NAME = 253;

/** Kubernetes' own sentence (apimachinery, IsDNS1123Subdomain). */
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Kubernetes' own sentence (apimachinery, IsDNS1123Label). */
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
  "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What Kubernetes asks of the name and namespace of any object. */
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
  const isName = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(name);
  return isName || name === '' ? [] : [fieldError(['metadata', 'name'], `invalid value: ${name}`, SUBDOMAIN_RULE)];
}

function validateNamespace(namespace: string): FieldProblem[] {
  const isLabel = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace);
  return isLabel || namespace === ''
    ? []
    : [fieldError(['metadata', 'namespace'], `invalid value: ${namespace}`, LABEL_RULE)];
}
