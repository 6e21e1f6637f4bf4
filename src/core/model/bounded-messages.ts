import { oneLine } from './one-line.ts';

/** The most messages that are shown for one image or object. */
const MAX_MESSAGES = 20;

/** The most UTF-16 characters of one message. */
const MAX_LENGTH = 500;

/** The most bytes of all messages in UTF-8. With the name of an image, they stay below 4 KB. */
const MAX_BYTES = 3_300;

/**
 * Returns the first messages, and `and N more` if there are more: at most 20 messages, 500 characters a message and 3300 bytes in all.
 * Each is one line. Messages can quote an untrusted image, and a message in a status is stored in etcd and read by every client.
 */
export function boundedMessages(messages: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const message of messages.slice(0, MAX_MESSAGES)) {
    const cut = boundedLine(message, MAX_LENGTH);
    bytes += Buffer.byteLength(cut);
    if (bytes > MAX_BYTES) break;
    shown.push(cut);
  }
  const more = messages.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}

/** Returns the start of a text and an ellipsis if the text has more characters than `length`. Splits no surrogate pair. */
export function boundedText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Returns the start of a text as one line, with control characters escaped. Cuts the text first, because a field of a megabyte can
 * consist of control characters.
 */
export function boundedLine(text: string, length: number): string {
  return boundedText(oneLine(boundedText(text, length)), length);
}

/** Joins names as `a, b and 3 more`, with at most `max` names. Sentences need the separator `; `. */
export function boundedNames(names: readonly string[], max = MAX_MESSAGES, separator = ', '): string {
  const shown = names.slice(0, max).map((name) => boundedText(name, MAX_LENGTH));
  const more = names.length - shown.length;
  return `${shown.join(separator)}${more === 0 ? '' : ` and ${more} more`}`;
}
