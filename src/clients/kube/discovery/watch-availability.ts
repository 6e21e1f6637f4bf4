import type { Clock } from '../../../core/runtime/clock.ts';
import { makeBackoff } from '../../../core/runtime/backoff.ts';
import { type DefinitionOptions, watchDefinition } from './watch-definition.ts';
import { servedResources } from './served-resources.ts';

export interface WatchAvailabilityOptions extends DefinitionOptions {
  /** Called with the first result of discovery, and then after every change. */
  readonly onChange: (isServed: boolean) => void;
}

/**
 * The interval between discovery requests. This is the only trigger if the role does not allow watching definitions.
 */
const POLL_INTERVAL_MS = 30_000;
/** The first delay while the definition and discovery disagree, which usually lasts a moment. */
const DISAGREEMENT_DELAY_MS = 500;

/**
 * Watches if the API server serves a custom resource. Discovery decides; the definition only triggers discovery
 * earlier. Resolves after the signal is aborted.
 */
export async function watchAvailability(options: WatchAvailabilityOptions): Promise<void> {
  const { clock, random, signal } = options;
  const timer = makeWakeableTimer(clock);
  const definition = watchDefinition(options, timer.wake);
  const disagreement = makeBackoff({ initialDelayMs: DISAGREEMENT_DELAY_MS, maxDelayMs: POLL_INTERVAL_MS }, random);
  let reported: boolean | undefined;
  while (!signal.aborted) {
    const isServed = await discover(options);
    if (signal.aborted) break;
    if (isServed !== undefined && isServed !== reported) {
      reported = isServed;
      notify(options, isServed);
    }
    const expected = definition.isServing();
    const isConsistent = expected === undefined || expected === isServed;
    if (isConsistent) disagreement.reset();
    await timer.wait(isConsistent ? POLL_INTERVAL_MS * (0.8 + random() * 0.4) : disagreement.next(), signal);
  }
  await definition.ended;
}

/** Returns true if discovery lists the resource, or `undefined` if discovery fails. */
async function discover({
  transport,
  resource,
  report,
  signal,
}: WatchAvailabilityOptions): Promise<boolean | undefined> {
  try {
    const served = await servedResources(transport, resource, { signal });
    return served.some(({ plural }) => plural === resource.plural);
  } catch (error) {
    if (!signal.aborted) report(error);
    return undefined;
  }
}

function notify({ onChange, report }: WatchAvailabilityOptions, isServed: boolean): void {
  try {
    onChange(isServed);
  } catch (error) {
    report(error);
  }
}

/** A delay that can be ended early. */
export interface WakeableTimer {
  readonly wake: () => void;
  /** Resolves after the delay, after `wake` (also if called since the last wait), or when the signal is aborted. */
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

function makeWakeableTimer({ sleep }: Pick<Clock, 'sleep'>): WakeableTimer {
  let isAwake = false;
  let waiting: AbortController | undefined;
  const wake = (): void => waiting?.abort();
  return {
    wake: () => {
      isAwake = true;
      wake();
    },
    wait: async (delayMs, signal) => {
      waiting = new AbortController();
      signal.addEventListener('abort', wake, { once: true });
      if (!isAwake && !signal.aborted) await sleep(delayMs, waiting.signal).catch(() => undefined);
      signal.removeEventListener('abort', wake);
      isAwake = false;
    },
  };
}
