import { lineMasks, textMask, type LineMask, type TextMask } from '../../../core/mask/line-mask.ts';
import type { BuildProgress, ContainerProgress } from '../../../core/model/build-progress.ts';
import type { Terminated } from '../../../core/model/container-state.ts';
import { defined } from '../../../core/model/defined.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asContainerState } from '../../../core/model/objects/container.ts';
import { LINE_TOO_LONG, oneLine } from '../../../core/model/one-line.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import { withoutControlSequences } from '../../../core/model/control-sequences.ts';

/** The Secrets of a Build, as far as the controller may read them. */
export type KnownSecrets =
  | { readonly kind: 'known'; readonly masks: () => LineMask }
  /** The controller cannot read all Secrets, so output of containers may contain an unknown one. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Removes secrets from texts before a status shows them. */
export interface Masking {
  /** Masks a text of the platform. */
  readonly text: TextMask;
  /** Masks a termination message; returns `undefined` if the message must not be shown. */
  readonly terminationMessage: (message: string, exitCode: number) => string | undefined;
}

/** Masks whatever looks like a credential, without knowing any Secret. */
const CREDENTIAL_PATTERNS = textMask(lineMasks([]));

/** Masks texts without reading Secrets. Messages of failed containers are withheld, because they can be the end of a log. */
export const WITHHOLDING: Masking = {
  text: (text) => readable(text, CREDENTIAL_PATTERNS),
  terminationMessage: (message, exitCode) => (exitCode === 0 ? readable(message, CREDENTIAL_PATTERNS) : undefined),
};

/** Returns the masking for a finished Build, whose Secrets have been read. */
export function maskingBy(secrets: KnownSecrets): Masking {
  if (secrets.kind === 'unknown') return WITHHOLDING;
  const mask = textMask(secrets.masks);
  return {
    text: (text) => readable(text, mask),
    terminationMessage: (message, exitCode) => {
      const masked = readable(exitCode === 0 ? message : withoutCutLine(message), mask);
      return masked === '' ? undefined : masked;
    },
  };
}

/** Masks all texts of a workload's progress. */
export function maskedProgress(progress: BuildProgress, masking: Masking): BuildProgress {
  const { state, phases, foreign, helpers } = progress;
  return {
    ...progress,
    state: maskedMessage(state, masking),
    phases: phases.map((phase) => ({ ...maskedContainer(phase, masking), raw: maskedState(phase.raw, masking) })),
    foreign: foreign.map((container) => maskedContainer(container, masking)),
    helpers: helpers.map((container) => maskedContainer(container, masking)),
  };
}

/** Masks all texts of a failure cause. */
export function maskedCause(cause: FailureCause, masking: Masking): FailureCause {
  const masked = maskedMessage(cause, masking);
  return 'terminated' in masked && masked.terminated !== undefined
    ? { ...masked, terminated: maskedTermination(masked.terminated, masking) }
    : masked;
}

/** Masks the `message` of an object, if there is one. */
export function maskedMessage<T extends object>(object: T, { text }: Masking): T {
  return 'message' in object && typeof object.message === 'string'
    ? { ...object, message: text(object.message) }
    : object;
}

type Masked<T> = Omit<T, 'message'> & { readonly message?: string };

function maskedTermination<T extends Terminated>(terminated: T, { terminationMessage }: Masking): Masked<T> {
  const { message, ...rest } = terminated;
  const masked = message === undefined ? undefined : terminationMessage(message, terminated.exitCode);
  return { ...rest, ...(masked !== undefined && { message: masked }) };
}

function maskedContainer<T extends ContainerProgress>(container: T, masking: Masking): T | Masked<T & Terminated> {
  return isTerminated(container) ? maskedTermination(container, masking) : maskedMessage(container, masking);
}

function isTerminated<T extends ContainerProgress>(container: T): container is T & Terminated {
  return container.kind === 'terminated';
}

/** Masks a container state in the API's form (core/v1 ContainerState). */
function maskedState(raw: JsonObject, masking: Masking): JsonObject {
  const { waiting, terminated } = asContainerState(raw);
  if (waiting?.message !== undefined) return { ...raw, waiting: maskedMessage(waiting.raw, masking) };
  if (terminated?.message === undefined) return raw;
  const { message: _, ...rest } = terminated.raw;
  const message = masking.terminationMessage(terminated.message, terminated.exitCode ?? 1);
  return { ...raw, terminated: { ...rest, ...defined({ message }) } };
}

/** The kubelet copies this many bytes of a log into a termination message (MaxContainerTerminationMessageLogLength). */
const LOG_MESSAGE_BYTES = 2048;

/** Drops the first line of a message that was cut out of a log: the line can be the end of a secret, which no mask knows. */
function withoutCutLine(message: string): string {
  if (Buffer.byteLength(message) < LOG_MESSAGE_BYTES) return message;
  return message.slice(message.indexOf('\n') + 1 || message.length);
}

/** Kubernetes limits termination messages to this length (MaxContainerTerminationMessageLength). */
const MAX_MESSAGE_LENGTH = 4096;

/** Only the end of a longer text is masked. The part before the shown end contains the beginning of a private key. */
const MAX_MASKED_LENGTH = 32_768;

/** Masks a text, and removes control characters. Colours go first: they can split a secret so that no mask finds it. */
function readable(text: string, mask: TextMask): string {
  const masked = mask(endOf(withoutControlSequences(text)));
  const end = masked.length > MAX_MESSAGE_LENGTH ? `…${masked.slice(1 - MAX_MESSAGE_LENGTH)}` : masked;
  return end
    .split('\n')
    .map((line) => oneLine(line.replaceAll('\t', ' ')))
    .join('\n');
}

/** Returns whole lines, because the end of a cut line can be the end of a secret, which no mask knows. */
function endOf(text: string): string {
  if (text.length <= MAX_MASKED_LENGTH) return text;
  const firstEnd = text.indexOf('\n', text.length - MAX_MASKED_LENGTH);
  return `…${firstEnd < 0 ? LINE_TOO_LONG : text.slice(firstEnd)}`;
}
