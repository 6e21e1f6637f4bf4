import type { Header } from './header.ts';
import { fieldError, fieldWarning, type FieldProblem } from '../model/problem.ts';
import { IGNORED_KINDS, SUPPORTED_KINDS, type SupportedObject } from './kinds.ts';
import { formerKind, successorOf } from './former-kinds.ts';
import type { SupportedKind } from './reading/supported-kind.ts';
import { closestMatch } from '../model/closest-match.ts';

/**
 * The classification of an object: `supported` (taskpack reads it), `ignored`, `former` (reported, because it is of an
 * API that has a successor, or unknown), or `unknown` (a mistake).
 */
export type FoundKind =
  | { readonly kind: 'supported'; readonly supported: SupportedKind<SupportedObject> }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'former'; readonly problem: FieldProblem }
  | { readonly kind: 'unknown'; readonly problem: FieldProblem };

/** The current version of Tekton's API. taskpack reads only older versions, to translate them. */
const CURRENT_TEKTON = 'tekton.dev/v1';

const OWN_GROUPS = ['kpack.io', 'taskpack.dev'];

/** The kinds of Tekton in `tekton.dev/v1`, which need no translation. */
const CURRENT_TEKTON_KINDS: readonly string[] = ['Task', 'TaskRun', 'Pipeline', 'PipelineRun'];

/** Kinds of Tekton that taskpack does not convert, those of Tekton Triggers before it had its own group included. */
const OTHER_TEKTON_KINDS: readonly string[] = [
  'Condition',
  'Run',
  'CustomRun',
  'StepAction',
  'VerificationPolicy',
  'TriggerTemplate',
  'TriggerBinding',
  'ClusterTriggerBinding',
  'EventListener',
];

/**
 * Finds the kind of an object. Kinds of other API groups are ignored. Unknown kinds of taskpack's and kpack's groups, and
 * misspelt kinds of Tekton's group and Kubernetes' core group, are mistakes.
 */
export function findKind(header: Header): FoundKind {
  const { group, version, kind } = header;
  const known = SUPPORTED_KINDS.find((candidate) => candidate.group === group && candidate.kind === kind);
  if (header.apiVersion === CURRENT_TEKTON && CURRENT_TEKTON_KINDS.includes(kind)) return { kind: 'ignored' };
  if (known !== undefined) {
    return known.versions.includes(version)
      ? { kind: 'supported', supported: known }
      : { kind: 'unknown', problem: badVersion(version, known) };
  }
  if (group === 'kpack.io' && IGNORED_KINDS.includes(kind)) return { kind: 'ignored' };
  const former = formerKind(header);
  if (former !== undefined) return { kind: 'former', problem: former };
  if (group === 'tekton.dev') return tektonKind(header);
  const problem = OWN_GROUPS.includes(group)
    ? badKind(group, kind)
    : (misspeltGroup(header) ?? misspeltCoreKind(header));
  return problem === undefined ? { kind: 'ignored' } : { kind: 'unknown', problem };
}

/** Finds a kind of Tekton that taskpack does not read. Later releases of Tekton can have more kinds. */
function tektonKind({ apiVersion, group, kind }: Header): FoundKind {
  if (OTHER_TEKTON_KINDS.includes(kind)) return { kind: 'ignored' };
  const read = SUPPORTED_KINDS.filter((known) => known.group === group).map((known) => known.kind);
  const intended = closestMatch(kind, [...read, ...OTHER_TEKTON_KINDS]);
  if (intended !== undefined)
    return { kind: 'unknown', problem: fieldError(['kind'], misspeltKind(kind, group, intended)) };
  const message = `${kind} of ${apiVersion} is not a kind that taskpack knows, so it is not in the output`;
  return { kind: 'former', problem: fieldWarning(['kind'], message) };
}

/** Reports a kind of Kubernetes' core group only if its name is similar to that of a kind that Builds refer to. */
function misspeltCoreKind({ apiVersion, kind }: Header): FieldProblem | undefined {
  if (apiVersion !== 'v1') return undefined;
  const intended = closestMatch(kind, ['Secret', 'ServiceAccount'], 2);
  return intended === undefined ? undefined : fieldError(['kind'], misspeltKind(kind, 'v1', intended));
}

function misspeltKind(kind: string, group: string, intended: string): string {
  return `unknown kind ${JSON.stringify(kind)} in ${group}; did you mean ${JSON.stringify(intended)}?`;
}

function badVersion(version: string, { group, kind, versions: read }: SupportedKind<SupportedObject>): FieldProblem {
  const versions = group === 'tekton.dev' && CURRENT_TEKTON_KINDS.includes(kind) ? ['v1', ...read] : read;
  const supported = versions.length === 1 ? versions.join() : `one of ${versions.join(', ')}`;
  const message = `unknown version ${JSON.stringify(version)} of ${kind}; use ${supported}`;
  return fieldError(['apiVersion'], message);
}

function badKind(group: string, kind: string): FieldProblem {
  const own = SUPPORTED_KINDS.filter((known) => known.group === group).map((known) => known.kind);
  const candidates = group === 'kpack.io' ? [...own, ...IGNORED_KINDS] : own;
  const intended = (group === 'kpack.io' ? successorOf(kind) : undefined) ?? closestMatch(kind, candidates);
  if (intended !== undefined) return fieldError(['kind'], misspeltKind(kind, group, intended));
  return fieldError(['kind'], `unknown kind ${JSON.stringify(kind)} in ${group}; use one of ${candidates.join(', ')}`);
}

// Reports another group only if its name is similar to kpack's, taskpack's or Tekton's and the kind exists there.
function misspeltGroup({ apiVersion, group, version, kind }: Header): FieldProblem | undefined {
  const written = group === '' ? apiVersion : group;
  const known = SUPPORTED_KINDS.filter((candidate) => candidate.kind === kind);
  const groups = known.map((candidate) => candidate.group);
  const intended =
    closestMatch(
      written,
      groups.filter((each) => OWN_GROUPS.includes(each)),
    ) ??
    // Many groups end in `.dev`, and other tools have Tasks too.
    closestMatch(
      written,
      groups.filter((each) => each === 'tekton.dev'),
      2,
    );
  const meant = known.find((candidate) => candidate.group === intended);
  if (meant === undefined) return undefined;
  const isVersion = meant.versions.includes(version) || (intended === 'tekton.dev' && version === 'v1');
  const suggestion = JSON.stringify(`${meant.group}/${isVersion ? version : meant.versions[0]}`);
  return fieldError(['apiVersion'], `unknown apiVersion ${JSON.stringify(apiVersion)}; did you mean ${suggestion}?`);
}
