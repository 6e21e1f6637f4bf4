import { isJsonObject, parseJson } from './json.ts';
import { isPhaseName, type PhaseName } from './phase-name.ts';

/** Makes a Build stop for a user who debugs it. The value is JSON: `DebugMode` without defaults. */
export const DEBUG_ANNOTATION = 'taskpack.dev/debug';

/** Where the phases of a Build stop, and what they may do. */
export interface DebugMode {
  readonly stop: DebugStop;
  /** The longest time, in seconds, that a phase is held. */
  readonly timeoutSeconds: number;
  /** False if the Build has no phase that pushes: neither export nor completion. */
  readonly pushes: boolean;
}

export type DebugStop =
  | { readonly kind: 'before'; readonly phase: PhaseName }
  /** Every phase stops if its program fails. */
  | { readonly kind: 'on-failure' };

export const DEFAULT_DEBUG_TIMEOUT_SECONDS = 3600;

/** A day. A held Pod keeps its resources. */
export const MAX_DEBUG_TIMEOUT_SECONDS = 86_400;

/** The controller's setting of the longest time that a phase is held. */
export const MAX_HOLD_SETTING = 'MAX_DEBUG_HOLD';

/** The phases that write to registries. */
export const PUSHING_PHASES: readonly PhaseName[] = ['export', 'rebase', 'completion'];

/** Returns the value of the annotation. Omits the default timeout, so that the default of the controller applies. */
export function debugAnnotation({ stop, timeoutSeconds, pushes }: DebugMode): string {
  return JSON.stringify({
    ...(stop.kind === 'before' && { before: stop.phase }),
    ...(timeoutSeconds !== DEFAULT_DEBUG_TIMEOUT_SECONDS && { timeoutSeconds }),
    ...(pushes && { push: true }),
  });
}

/**
 * Parses the value of the annotation. Returns a sentence about the expected form if it is invalid. A phase may be held for
 * `maxSeconds`, which is also the default if it is below `DEFAULT_DEBUG_TIMEOUT_SECONDS`.
 */
export function parseDebugAnnotation(text: string, maxSeconds = MAX_DEBUG_TIMEOUT_SECONDS): DebugMode | string {
  const value = parseJson(text);
  if (!isJsonObject(value)) return 'must be a JSON object, such as {"before":"build"} or {}';
  const {
    before,
    timeoutSeconds = Math.min(DEFAULT_DEBUG_TIMEOUT_SECONDS, maxSeconds),
    push = false,
    ...unknown
  } = value;
  const [name] = Object.keys(unknown);
  if (name !== undefined) return `has the unknown field "${name}": use before, timeoutSeconds and push`;
  if (!isTimeout(timeoutSeconds, maxSeconds)) {
    const limit = maxSeconds < MAX_DEBUG_TIMEOUT_SECONDS ? `, as the setting ${MAX_HOLD_SETTING} says` : '';
    return `must have a whole number from 1 to ${maxSeconds} as timeoutSeconds${limit}`;
  }
  if (typeof push !== 'boolean') return 'must have true or false as push';
  if (before === undefined) return { stop: { kind: 'on-failure' }, timeoutSeconds, pushes: push };
  if (typeof before !== 'string' || !isPhaseName(before)) return 'must name a phase as before, such as build';
  return { stop: { kind: 'before', phase: before }, timeoutSeconds, pushes: push };
}

function isTimeout(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
