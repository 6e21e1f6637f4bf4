import { fieldError, type FieldPath, type FieldProblem } from '../model/problem.ts';

/** Takes a problem of the Build's fields; resolving goes on, so that all come at once. */
export type Report = (problem: FieldProblem) => void;

/** Reports names that no Kubernetes object can have: they become volumes and paths. */
export function checkObjectName(name: string, path: FieldPath, report: Report): void {
  if (!isObjectName(name)) report(fieldError(path, `invalid value: ${name}`));
}

/** A DNS subdomain (RFC 1123), as Kubernetes wants its objects' names. */
function isObjectName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(name);
}
