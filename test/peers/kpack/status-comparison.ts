import { isJsonObject, type JsonObject } from '../../../src/core/model/json.ts';
import { objectsAt } from '../../support/json-field.ts';
import { inPhaseOrder } from '../../../translators/progress/phases.ts';
import { differing, type Verdict } from '../../unit/kpack-status/comparison.ts';
import { CONDITION_DIFFERENCES } from '../../unit/kpack-status/differences/conditions.ts';
import type { Difference, Pair } from '../../unit/kpack-status/differences/difference.ts';
import { RESULT_DIFFERENCES } from '../../unit/kpack-status/differences/results.ts';
import { plain } from '../../unit/kpack-status/plain-status.ts';
import type { Subject } from '../../unit/kpack-status/subject.ts';

/** A status, and the namespace and repository of its Build. */
export interface OwnedStatus {
  readonly owner: string;
  readonly status: JsonObject;
}

/** Rows of docs/reference/kpack-differences.md that appear in the status of a Build that has ended. */
const ROWS: readonly Difference[] = [
  ...RESULT_DIFFERENCES,
  {
    id: 'steps-in-their-order',
    reduce: ({ kpack, ours }) => ({ kpack: { ...kpack, fields: inOrder(kpack.fields) }, ours }),
  },
  ...CONDITION_DIFFERENCES,
];

/** Compares the statuses that kpack and taskpack wrote for one Build. Each ran its own Pod. */
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

/** An empty Pod, because no row reads the Pod. */
const EACH_ITS_OWN: Subject = { name: 'of the node', pod: {}, kpack: 'True Completed', differences: [] };

/** The fields that differ from run to run, whichever controller runs the Build. */
const OF_THE_RUN: ReadonlySet<string> = new Set(['containerID', 'finishedAt', 'lastTransitionTime', 'startedAt']);

function settled({ owner, status }: OwnedStatus): Pair['ours'] {
  const fields: unknown = JSON.parse(
    JSON.stringify(status).replaceAll(`/${owner}/`, '/owner/'),
    (key, value: unknown) => (OF_THE_RUN.has(key) ? undefined : value),
  );
  const object = isJsonObject(fields) ? fields : {};
  const conditionTypes = objectsAt(object, 'conditions').map(({ type = '' }) => type);
  return { ...plain(object), fields: { ...plain(object).fields, conditionTypes } };
}

/** Returns the status with its steps and their states in the order in which the steps ran. */
function inOrder(status: JsonObject): JsonObject {
  const states = objectsAt(status, 'stepStates');
  const names = Array.isArray(status['stepsCompleted']) ? status['stepsCompleted'] : [];
  const ordered = inPhaseOrder(new Map(names.map((name, index) => [String(name), states[index] ?? {}])));
  return {
    ...status,
    stepsCompleted: ordered.map(([name]) => name),
    // The phases that have not completed follow, in the order of the containers.
    stepStates: [...ordered.map(([, state]) => state), ...states.slice(names.length)],
  };
}
