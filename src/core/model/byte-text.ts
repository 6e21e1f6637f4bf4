import { boundedText } from './bounded-messages.ts';
import { oneLine } from './one-line.ts';

/**
 * Bytes as a string, one character for each byte (Latin-1). Names of files are bytes and need not be UTF-8. As a string, they can
 * be split, compared and used as keys.
 */
export type ByteText = string;

/** Returns the bytes of a text in UTF-8, or bytes, as a `ByteText`. */
export function toByteText(content: string | Uint8Array): ByteText {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Returns the bytes, such as the path of a file for `node:fs`. */
export function bytesOf(text: ByteText): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'latin1');
}

/** Decodes the bytes as UTF-8. Each invalid byte becomes U+FFFD. */
export function utf8Of(text: ByteText): string {
  return bytesOf(text).toString();
}

/** True if the bytes are valid UTF-8. */
export function isUtf8(text: ByteText): boolean {
  return toByteText(utf8Of(text)) === text;
}

/** The most characters of a name in a message, because an archive can contain names of a megabyte. */
const MAX_SHOWN_LENGTH = 101;

/** Returns the start of a name or target for a message. In a name that is not UTF-8, `\xE9` stands for the byte 0xE9. */
export function shownBytes(text: ByteText): string {
  // A longer start would only be cut. A character of UTF-8 has at most four bytes.
  const start = text.slice(0, 4 * MAX_SHOWN_LENGTH + 4);
  const shown = isUtf8(withoutCutCharacter(start))
    ? utf8Of(withoutCutCharacter(start))
    : start.replaceAll(/[\u0080-\u00ff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return boundedText(shown, MAX_SHOWN_LENGTH);
}

/** Like `shownBytes`, in double quotes and on one line. */
export function quotedBytes(text: ByteText): string {
  return oneLine(JSON.stringify(shownBytes(text)).replaceAll(/\\\\x(?=[89A-F][0-9A-F])/g, String.raw`\x`));
}

/** Removes the bytes of a character at the end that `slice` has cut. */
function withoutCutCharacter(text: ByteText): ByteText {
  return text.length < 4 * MAX_SHOWN_LENGTH + 4 ? text : text.replace(/[\u00c0-\u00ff][\u0080-\u00bf]{0,3}$/, '');
}
