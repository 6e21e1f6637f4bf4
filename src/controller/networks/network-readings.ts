import { isDeepStrictEqual } from 'node:util';
import { contentSize, exceededLimit, type NetworkConfigMap } from '../../core/network/network-config-map.ts';
import { type ConfigMapsReading, readNetworkInSteps } from '../../core/network/read-network.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { TokenBucket } from '../../core/runtime/rate-limiter.ts';
import { inSlices } from '../../core/runtime/slices.ts';

/** The last readings of the namespaces' labelled ConfigMaps. */
export interface NetworkReadings {
  /** Returns the last reading of a namespace. Equal contents keep the same object. */
  readonly of: (namespace: string) => ConfigMapsReading;
  /** Reports that the ConfigMaps of a namespace may have changed. */
  readonly changed: (namespace: string) => void;
  /** Starts to read. Resolves when every namespace that has been reported is read. */
  readonly start: () => Promise<void>;
}

export interface NetworkReadingsOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** Returns the ConfigMaps of a namespace. The contents beyond its limits can be withheld. */
  readonly configMapsOf: (namespace: string) => readonly NetworkConfigMap[];
  /** Fetches a ConfigMap whose content is withheld. Returns an empty list if the ConfigMap has gone. */
  readonly readAgain: (configMap: NetworkConfigMap) => Promise<readonly NetworkConfigMap[]>;
  /** Receives a namespace whose reading has changed. */
  readonly onRead: (namespace: string) => void;
  /** Ends the delays. */
  readonly signal: AbortSignal;
}

/**
 * The changes of a namespace that are read. Users can change a ConfigMap several times a second, and each reading takes up to a tenth
 * of a second here, and as much where connections trust the certificates. One command can apply several ConfigMaps.
 */
const READINGS = { perSecond: 1 / 5, burst: 3 };

/** The delay before a failed fetch of ConfigMaps is tried again. */
const RETRY_MS = 5_000;

/** After this time, the budget of a namespace is full again, so nothing has to be known of a namespace without ConfigMaps. */
const FULL_BUDGET_MS = (1000 * READINGS.burst) / READINGS.perSecond;

const NO_READING: ConfigMapsReading = { network: { proxies: {} }, problems: [], problemsOf: new Map() };

interface NamespaceState {
  readonly budget: TokenBucket;
  /** The ConfigMaps of the reading. */
  configMaps: readonly NetworkConfigMap[];
  reading: ConfigMapsReading;
  /** Set while newer ConfigMaps are fetched: the last reading, with a problem that keeps Builds from starting. */
  outdated: ConfigMapsReading | undefined;
  /** True while a reading waits or runs that has not looked at the ConfigMaps yet. */
  isDue: boolean;
  /** Settles when all queued readings of the namespace have ended. */
  queue: Promise<void>;
  /** The number of readings that wait or run. */
  unfinishedCount: number;
}

/**
 * Creates the readings. One namespace is parsed at a time, in slices: a thread of its own would need the certificates twice, because TLS
 * contexts cannot move between threads. A namespace that fetches many ConfigMaps delays no other namespace.
 */
export function networkReadings({
  clock,
  configMapsOf,
  readAgain,
  onRead,
  signal,
}: NetworkReadingsOptions): NetworkReadings {
  const states = new Map<string, NamespaceState>();
  let isStarted = false;
  let lastParsed: Promise<void> = Promise.resolve();

  const later = (delayMs: number, callback: () => void): void =>
    void clock.sleep(delayMs, signal).then(callback, () => undefined);
  const read = async (namespace: string, state: NamespaceState): Promise<void> => {
    state.isDue = false;
    const known = configMapsOf(namespace);
    if (lacksContent(known)) state.outdated = { ...state.reading, problems: [notReadYet(namespace)] };
    const configMaps = await withAllContents(known, readAgain).catch(() => undefined);
    if (configMaps === undefined) return retry(namespace, state);
    const isOutdated = state.outdated !== undefined;
    const isChanged = !isDeepStrictEqual(contentOf(configMaps), contentOf(state.configMaps));
    if (isChanged) {
      lastParsed = lastParsed.then(async () => {
        state.reading = await inSlices(readNetworkInSteps(configMaps), clock);
      });
      await lastParsed;
    }
    Object.assign(state, { configMaps, outdated: undefined });
    if (configMaps.length === 0) later(FULL_BUDGET_MS, () => forget(namespace, state));
    if (isChanged || isOutdated) onRead(namespace);
  };
  const retry = (namespace: string, state: NamespaceState): void => {
    if (state.isDue) return;
    state.isDue = true;
    later(RETRY_MS, () => enqueue(namespace, state));
  };
  const forget = (namespace: string, state: NamespaceState): void => {
    if (!state.isDue && state.unfinishedCount === 0 && state.configMaps.length === 0) states.delete(namespace);
  };
  const enqueue = (namespace: string, state: NamespaceState): void => {
    state.unfinishedCount += 1;
    state.queue = state.queue
      .then(async () => read(namespace, state))
      .finally(() => {
        state.unfinishedCount -= 1;
      });
  };
  return {
    of: (namespace) => readingOf(states.get(namespace)),
    changed: (namespace) => {
      const state = states.get(namespace) ?? newState(clock);
      states.set(namespace, state);
      if (state.isDue) return;
      state.isDue = true;
      if (!isStarted) return;
      const delayMs = state.budget.reserveMs();
      if (delayMs <= 0) enqueue(namespace, state);
      else later(delayMs, () => enqueue(namespace, state));
    },
    start: async () => {
      isStarted = true;
      for (const [namespace, state] of states) if (state.isDue) enqueue(namespace, state);
      await Promise.all([...states.values()].map(async ({ queue }) => queue));
    },
  };
}

function newState(clock: Pick<Clock, 'elapsed'>): NamespaceState {
  const budget = new TokenBucket(clock, READINGS);
  return {
    budget,
    configMaps: [],
    reading: NO_READING,
    outdated: undefined,
    isDue: false,
    queue: Promise.resolve(),
    unfinishedCount: 0,
  };
}

function readingOf(state: NamespaceState | undefined): ConfigMapsReading {
  return state?.outdated ?? state?.reading ?? NO_READING;
}

function notReadYet(namespace: string): string {
  return `the controller has not yet read the labelled ConfigMaps of namespace ${namespace}, and tries again every few seconds`;
}

/** True if ConfigMaps have become few and small enough to be read, and some of them lack their content. */
function lacksContent(configMaps: readonly NetworkConfigMap[]): boolean {
  return (
    configMaps.some(({ withheld }) => withheld !== undefined) &&
    exceededLimit(configMaps.map(contentSize)) === undefined
  );
}

/** Returns the ConfigMaps, and fetches missing contents if `lacksContent`. */
async function withAllContents(
  configMaps: readonly NetworkConfigMap[],
  readAgain: NetworkReadingsOptions['readAgain'],
): Promise<readonly NetworkConfigMap[]> {
  if (!lacksContent(configMaps)) return configMaps;
  const whole: NetworkConfigMap[] = [];
  // Fetches one at a time, because a namespace can have a thousand.
  for (const one of configMaps) whole.push(...(one.withheld === undefined ? [one] : await readAgain(one)));
  return whole;
}

/** Leaves out annotations and versions. */
function contentOf(
  configMaps: readonly NetworkConfigMap[],
): ReadonlyMap<string, NetworkConfigMap['data'] | NetworkConfigMap['withheld']> {
  return new Map(configMaps.map(({ name, data, withheld }) => [name, withheld ?? data]));
}
