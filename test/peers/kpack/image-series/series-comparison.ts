import type { JsonObject } from '../../../../src/core/model/json.ts';
import { pathDiff } from '../../../unit/kpack/path-diff.ts';
import { plainObject } from '../../../unit/kpack-images/outcome.ts';
import { compareStatuses } from '../status-comparison.ts';
import { SERIES_DIFFERENCES } from './series-differences.ts';
import type { Snapshot } from './snapshot.ts';

/** The differences between two snapshots of one step. */
export interface SnapshotVerdict {
  /** One line for each undocumented difference. */
  readonly unexplained: readonly string[];
  /** The rows of docs/reference/kpack-differences.md that were removed. */
  readonly used: readonly string[];
}

/** Both snapshots of one step. */
export interface SnapshotPair {
  readonly kpack: Snapshot;
  readonly ours: Snapshot;
}

/** Compares the states after a step of kpack and of taskpack, except for documented differences. */
export function compareSnapshots(snapshots: SnapshotPair): SnapshotVerdict {
  const used: string[] = [];
  let pair = snapshots;
  for (const { id, reduce } of SERIES_DIFFERENCES) {
    const next = reduce(pair);
    if (differing(next).join('\n') !== differing(pair).join('\n')) used.push(id);
    pair = next;
  }
  const { kpack, ours } = pair;
  const builds = Object.keys(kpack.statuses).map((number) => ({
    number,
    verdict: compareStatuses(statusOf(kpack, number), statusOf(ours, number)),
  }));
  return {
    unexplained: [
      ...differing({ kpack: withoutStatuses(kpack), ours: withoutStatuses(ours) }),
      ...builds.flatMap(({ number, verdict }) => verdict.unexplained.map((line) => `Build ${number}: ${line}`)),
    ],
    used: [...used, ...builds.flatMap(({ verdict }) => verdict.used)],
  };
}

function statusOf({ statuses }: Snapshot, number: string): { readonly owner: string; readonly status: JsonObject } {
  return { owner: 'OWNER', status: statuses[number] ?? {} };
}

/** Returns one line for each different value. Only Go writes empty values. */
function differing({ kpack, ours }: SnapshotPair): readonly string[] {
  return pathDiff(plainObject(kpack), plainObject(ours));
}

function withoutStatuses(snapshot: Snapshot): Snapshot {
  return { ...snapshot, statuses: {} };
}
