import { isJsonObject } from '../model/json.ts';
import { fieldError, type FieldProblem } from '../model/problem.ts';
import { describeValue } from './reading/describe-value.ts';

/** The type of a Kubernetes object (meta/v1 TypeMeta), with `apiVersion` split into group and version. */
export interface Header {
  readonly apiVersion: string;
  /** Empty for Kubernetes' core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Reads an object's apiVersion and kind. Returns problems if they are missing or not strings. */
export function readHeader(value: unknown): Header | readonly FieldProblem[] {
  // The message does not quote the value, because a value in the place of an object can be a secret.
  if (!isJsonObject(value))
    return [fieldError([], `expected an object with apiVersion and kind, found ${describeValue(value, true)}`)];
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '' || kind === '') {
    return [...textProblems(apiVersion, 'apiVersion'), ...textProblems(kind, 'kind')];
  }
  const slash = apiVersion.indexOf('/');
  return { apiVersion, group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1), kind };
}

function textProblems(value: unknown, field: string): readonly FieldProblem[] {
  if (value === undefined || value === null || value === '') return [fieldError([field], 'missing field(s)')];
  return typeof value === 'string'
    ? []
    : [fieldError([field], `expected a string, found ${describeValue(value, false)}`)];
}
