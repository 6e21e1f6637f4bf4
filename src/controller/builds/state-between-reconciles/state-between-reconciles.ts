import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../../core/api/kubernetes/service-account.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { Counts } from '../../../core/runtime/counts.ts';
import type { BuildRecord } from '../cache/build-record.ts';
import type { PodRecord, TaskRunRecord } from '../cache/workload-records.ts';
import { createExpectations, type Expectations } from '../../kit/expectations.ts';
import { createSharedReads, type SharedRead } from './shared-reads.ts';

/**
 * The state of Builds from one reconcile to the next. A restart loses this state, so it decides only when something happens. All
 * other state is in the status of the Build or on its workload.
 */
export interface StateBetweenReconciles {
  readonly expectations: {
    readonly builds: Expectations<BuildRecord>;
    readonly pods: Expectations<PodRecord>;
    readonly taskRuns: Expectations<TaskRunRecord>;
  };
  /** Begins a reconcile of a Build, and returns the Build's timers for this reconcile. */
  readonly timersOf: (build: BuildIdentity) => Timers;
  /** Returns the reads that the running reconcile of a Build shares with those of other Builds. */
  readonly readsOf: (buildUid: string) => BuildReads;
  /**
   * Limits how often progress is written: returns the milliseconds until the next write. The interval grows with the number of
   * unfinished Builds in the namespace, and with the number of namespaces that have any.
   */
  readonly statusWriteDelayMs: (buildUid: string) => number;
  readonly recordStatusWrite: (buildUid: string) => void;
  /** Records that the API server denied the workload; returns the milliseconds since the first denial in a row. */
  readonly recordDenial: (buildUid: string) => number;
  /** Ends the row of denials. */
  readonly clearDenials: (buildUid: string) => void;
  /** Runs the operations of one key one after another. Builds that join one object at once would only conflict. */
  readonly inTurn: InTurn;
  /** Forgets a Build that is finished or deleted. */
  readonly forget: (buildUid: string) => void;
}

export type InTurn = <T>(key: string, run: () => Promise<T>) => Promise<T>;

export interface BuildIdentity {
  readonly uid: string;
  readonly namespace: string;
}

/**
 * Returns for how many milliseconds this process has observed something of a Build; 0 the first time. Only this process's
 * monotonic clock is reliable here: the clocks of nodes and of Tekton can differ, and the wall clock can be set.
 */
export type ObservedForMs = (fact: string) => number;

export interface Timers {
  readonly observedForMs: ObservedForMs;
  /** Forgets all facts that this reconcile has not observed. A failed reconcile does not call it, so its facts stay. */
  readonly dropUnobserved: () => void;
}

/** Shared reads of the objects that several Builds use. None of them holds a value of a Secret. */
export interface BuildReads {
  readonly account: SharedRead<ServiceAccount>;
  readonly secret: SharedRead<Secret>;
  readonly permissionLabels: SharedRead<PermissionLabels>;
}

/** True for the labels with which a namespace permits something to its Builds. */
export interface PermissionLabels {
  readonly workloadIdentity: boolean;
  readonly envFromSecrets: boolean;
  readonly imageExtensions: boolean;
}

/** Two progress updates of a Build are at least this far apart, so that fast phases cost few requests. */
const MIN_STATUS_WRITE_INTERVAL_MS = 1000;

/**
 * With more unfinished Builds the interval grows, so that reports on running Builds leave the API server time for new ones. Each
 * namespace has the same share, so thousands of Builds of one namespace do not delay the reports of the others.
 */
const PROGRESS_WRITES_PER_SECOND = 50;

interface Entry {
  namespace?: string;
  /** The time at which each fact was first observed. */
  observedSince: ReadonlyMap<string, number>;
  reconcileBeganAtMs?: number;
  statusWrittenAt?: number;
  deniedSince?: number | undefined;
}

const NOTHING_OBSERVED: ReadonlyMap<string, number> = new Map();

export function createStateBetweenReconciles(clock: Pick<Clock, 'elapsed'>): StateBetweenReconciles {
  const { elapsed } = clock;
  const entries = new Map<string, Entry>();
  /** The number of unfinished Builds by namespace. */
  const counts = new Counts();
  const entryOf = (uid: string): Entry => {
    const entry = entries.get(uid) ?? { observedSince: NOTHING_OBSERVED };
    entries.set(uid, entry);
    return entry;
  };
  const readsSince = createBuildReads(clock);
  return {
    expectations: {
      builds: createExpectations(clock),
      pods: createExpectations(clock),
      taskRuns: createExpectations(clock),
    },
    timersOf: ({ uid, namespace }) => {
      const entry = entryOf(uid);
      if (entry.namespace === undefined) counts.add(namespace, 1);
      entry.namespace ??= namespace;
      entry.reconcileBeganAtMs = elapsed();
      return timers(entry, elapsed);
    },
    readsOf: (uid) => readsSince(entryOf(uid).reconcileBeganAtMs ?? elapsed()),
    statusWriteDelayMs: (uid) => {
      const entry = entryOf(uid);
      if (entry.statusWrittenAt === undefined) return 0;
      return Math.max(0, entry.statusWrittenAt + statusWriteIntervalMs(counts, entry) - elapsed());
    },
    recordStatusWrite: (uid) => void (entryOf(uid).statusWrittenAt = elapsed()),
    recordDenial: (uid) => {
      const entry = entryOf(uid);
      entry.deniedSince ??= elapsed();
      return elapsed() - entry.deniedSince;
    },
    clearDenials: (uid) => void (entryOf(uid).deniedSince = undefined),
    inTurn: createTurns(),
    forget: (uid) => {
      const { namespace } = entries.get(uid) ?? {};
      if (namespace !== undefined) counts.add(namespace, -1);
      entries.delete(uid);
    },
  };
}

function statusWriteIntervalMs(counts: Counts, { namespace = '' }: Entry): number {
  const ownShare = PROGRESS_WRITES_PER_SECOND / Math.max(1, counts.size);
  return Math.max(MIN_STATUS_WRITE_INTERVAL_MS, (counts.of(namespace) / ownShare) * 1000);
}

function createBuildReads(clock: Pick<Clock, 'elapsed'>): (reconcileBeganAtMs: number) => BuildReads {
  const accounts = createSharedReads<ServiceAccount>(clock);
  const secrets = createSharedReads<Secret>(clock);
  const permissionLabels = createSharedReads<PermissionLabels>(clock);
  return (beganAtMs) => ({
    account: accounts(beganAtMs),
    secret: secrets(beganAtMs),
    permissionLabels: permissionLabels(beganAtMs),
  });
}

function timers(entry: Entry, elapsed: () => number): Timers {
  const before = entry.observedSince;
  const observed = new Map<string, number>();
  return {
    observedForMs: (fact) => {
      const now = elapsed();
      const since = observed.get(fact) ?? before.get(fact) ?? now;
      observed.set(fact, since);
      entry.observedSince = new Map([...entry.observedSince, [fact, since]]);
      return now - since;
    },
    dropUnobserved: () => {
      entry.observedSince = observed;
    },
  };
}

function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
