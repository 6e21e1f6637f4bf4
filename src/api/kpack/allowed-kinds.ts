import { closestMatch } from '../../model/closest-match.ts';

/** Returns the details of a message about a kind, which is empty if the reference has none: kpack's list, and the likely one. */
export function allowedKinds(kind: string, allowed: readonly string[]): string {
  const list = `must be one of ${allowed.join(', ')}`;
  if (kind === '') return `no kind is set; ${list}`;
  const intended = closestMatch(kind, allowed);
  return intended === undefined ? list : `${list}; did you mean ${JSON.stringify(intended)}?`;
}
