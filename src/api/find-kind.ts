import { fieldError, type FieldProblem } from '../model/problem.ts';
import { IGNORED_KINDS, KNOWN_KINDS, type KnownObject } from './kinds.ts';
import type { Header } from './reading/header.ts';
import type { KnownKind } from './reading/known-kind.ts';
import { suggestion } from './reading/suggestion.ts';

/** What a header says of its object: to be read, to be left alone, or a mistake. */
export type FoundKind =
  | { readonly kind: 'known'; readonly known: KnownKind<KnownObject> }
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown'; readonly problem: FieldProblem };

/** Of Tekton only what was before it is read. */
const TODAYS_TEKTON = 'tekton.dev/v1';

const OWN_GROUPS = ['kpack.io', 'taskpack.dev'];

/** Finds the kind of an object; a mistake in the groups that are known here is told from a foreign kind. */
export function findKind(header: Header): FoundKind {
  const { group, version, kind } = header;
  const known = KNOWN_KINDS.find((candidate) => candidate.group === group && candidate.kind === kind);
  if (header.apiVersion === TODAYS_TEKTON) return { kind: 'other' };
  if (known !== undefined) {
    return known.versions.includes(version)
      ? { kind: 'known', known }
      : { kind: 'unknown', problem: badVersion(version, known) };
  }
  if (group === 'kpack.io' && IGNORED_KINDS.includes(kind)) return { kind: 'other' };
  const problem = OWN_GROUPS.includes(group) ? badKind(group, kind) : misspeltGroup(header);
  return problem === undefined ? { kind: 'other' } : { kind: 'unknown', problem };
}

function badVersion(version: string, { kind, versions }: KnownKind<KnownObject>): FieldProblem {
  const message = `unknown version ${JSON.stringify(version)} of ${kind}; known are ${versions.join(', ')}`;
  return fieldError(['apiVersion'], message);
}

function badKind(group: string, kind: string): FieldProblem {
  const own = KNOWN_KINDS.filter((known) => known.group === group).map((known) => known.kind);
  const candidates = group === 'kpack.io' ? [...own, ...IGNORED_KINDS] : own;
  const intended = suggestion(kind, candidates);
  const hint =
    intended === undefined ? `known are ${candidates.join(', ')}` : `did you mean ${JSON.stringify(intended)}?`;
  return fieldError(['kind'], `unknown kind ${JSON.stringify(kind)} in ${group}; ${hint}`);
}

// A foreign group is none of our business, unless it is nearly one of ours with one of our kinds.
function misspeltGroup({ apiVersion, group, kind }: Header): FieldProblem | undefined {
  const intended = suggestion(group === '' ? apiVersion : group, OWN_GROUPS);
  const known = KNOWN_KINDS.find((candidate) => candidate.group === intended && candidate.kind === kind);
  if (intended === undefined || known === undefined) return undefined;
  const meant = JSON.stringify(`${intended}/${known.versions[0]}`);
  return fieldError(['apiVersion'], `unknown apiVersion ${JSON.stringify(apiVersion)}; did you mean ${meant}?`);
}
