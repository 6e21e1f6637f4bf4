import { fieldError, type FieldProblem } from '../../model/problem.ts';
import { isObject } from './absent.ts';
import { describeValue } from './value-description.ts';

/** What every Kubernetes object says of itself first. */
export interface Header {
  readonly apiVersion: string;
  /** `''` is Kubernetes' core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Reads an object's apiVersion and kind, or finds what is wrong with them. */
export function readHeader(value: unknown): Header | readonly FieldProblem[] {
  // What stands where an object should may be anything, so it is not shown.
  if (!isObject(value))
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
