import { stripVTControlCharacters } from 'node:util';
import { lineMasks, type LineMask } from '../../../mask/line-mask.ts';
import { textMask, type TextMask } from '../../../mask/text-mask.ts';
import { oneLine } from '../../../model/problem.ts';

/** What is known of a Build's Secrets. */
export type KnownSecrets =
  | { readonly kind: 'known'; readonly masks: () => LineMask }
  /** Some cannot be read: what containers say may hold them. */
  | { readonly kind: 'unknown'; readonly why: string };

/** How what is said of a workload is shown. */
export interface Masking {
  /** The platform's words. */
  readonly words: TextMask;
  /** A termination message; `undefined` where it is not shown. */
  readonly lastWords: (message: string, exitCode: number) => string | undefined;
}

/** Masks that know no Secret, but what credentials look like. */
const PATTERNS = textMask(lineMasks([]));

/** What is shown while nobody has asked for Secrets: of containers that failed nothing, which may be their log's end. */
export const WITHHOLDING: Masking = {
  words: (text) => readable(text, PATTERNS),
  lastWords: (message, exitCode) => (exitCode === 0 ? readable(message, PATTERNS) : undefined),
};

/** What is shown at the end. */
export function maskingBy(secrets: KnownSecrets): Masking {
  if (secrets.kind === 'unknown') return WITHHOLDING;
  const mask = textMask(secrets.masks);
  return {
    words: (text) => readable(text, mask),
    lastWords: (message, exitCode) => {
      const shown = readable(exitCode === 0 ? message : wholeLines(message), mask);
      return shown === '' ? undefined : shown;
    },
  };
}

/** So many bytes of a log become a termination message (kubernetes, MaxContainerTerminationMessageLogLength). */
const LOG_BYTES = 2048;

/** Where a message may be cut out of a log, the first line may be a secret's end, which nobody would know. */
function wholeLines(message: string): string {
  return Buffer.byteLength(message) < LOG_BYTES ? message : message.slice(message.indexOf('\n') + 1 || message.length);
}

/** No platform says more in one message (kubernetes, MaxContainerTerminationMessageLength). */
const LONGEST = 4096;

/** Masked, in lines that move no cursor, and not too many. What colours would tear apart is known without them. */
function readable(text: string, mask: TextMask): string {
  const masked = mask(stripVTControlCharacters(text));
  const end = masked.length > LONGEST ? `…${masked.slice(1 - LONGEST)}` : masked;
  return end
    .split('\n')
    .map((line) => oneLine(line.replaceAll('\t', ' ')))
    .join('\n');
}
