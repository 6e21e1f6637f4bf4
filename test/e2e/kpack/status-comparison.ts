import { isJsonObject, type JsonObject } from '../../../src/model/json.ts';
import { objectsAt } from '../../../src/model/json-field.ts';
import { inPhaseOrder } from '../../../translators/phases/progress/phase-order.ts';
import { differing, type Verdict } from '../../integration/kpack-status/comparison.ts';
import type { Difference, Pair } from '../../integration/kpack-status/differences/difference.ts';
import { RESULT_DIFFERENCES } from '../../integration/kpack-status/differences/results.ts';
import type { Subject } from '../../integration/kpack-status/subject.ts';

/** A status, and who has pushed what it tells of. */
export interface OwnedStatus {
  readonly owner: string;
  readonly status: JsonObject;
}

/** Rows of docs/kpack-differences.md, as far as statuses of Builds that have succeeded show them. */
const ROWS: readonly Difference[] = [
  ...RESULT_DIFFERENCES,
  {
    id: 'steps-in-their-order',
    reduce: ({ kpack, ours }) => ({ kpack: { ...kpack, fields: inOrder(kpack.fields) }, ours }),
  },
];

/** Holds what both have written of one Build, each from a Pod of its own, against each other. */
export function compareStatuses(kpack: OwnedStatus, ours: OwnedStatus): Omit<Verdict, 'kpack'> {
  const used: string[] = [];
  let pair: Pair = { kpack: settled(kpack), ours: settled(ours) };
  for (const { id, reduce } of ROWS) {
    const next = reduce?.(pair, EACH_ITS_OWN) ?? pair;
    if (differing(next).join('\n') !== differing(pair).join('\n')) used.push(id);
    pair = next;
  }
  return { unexplained: differing(pair), used };
}

/** No row asks for the Pod. */
const EACH_ITS_OWN: Subject = { name: 'of the node', pod: {}, kpack: 'True Completed', differences: [] };

/** What is another in every run, of whoever. */
const OF_THE_RUN: ReadonlySet<string> = new Set(['containerID', 'finishedAt', 'lastTransitionTime', 'startedAt']);

function settled({ owner, status }: OwnedStatus): Pair['ours'] {
  const fields: unknown = JSON.parse(
    JSON.stringify(status).replaceAll(`/${owner}/`, '/owner/'),
    (key, value: unknown) => (OF_THE_RUN.has(key) ? undefined : value),
  );
  return { condition: {}, fields: isJsonObject(fields) ? fields : {} };
}

/** Steps and their states in the order in which they ran. */
function inOrder(status: JsonObject): JsonObject {
  const states = objectsAt(status, 'stepStates');
  const names = Array.isArray(status['stepsCompleted']) ? status['stepsCompleted'] : [];
  const ordered = inPhaseOrder(new Map(names.map((name, index) => [String(name), states[index] ?? {}])));
  return {
    ...status,
    stepsCompleted: ordered.map(([name]) => name),
    stepStates: ordered.map(([, state]) => state),
  };
}
