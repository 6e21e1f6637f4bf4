import { MASK } from '../model/mask-url-logins.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** The characters of base64, and the backslash of an escaped newline. */
const KEY_CHARACTER = /[A-Za-z0-9+/=\\]/;
const KEY_TEXT = /^[A-Za-z0-9+/=\\]*$/;
/** A header of RFC 1421. */
const HEADER = /^[A-Za-z][A-Za-z0-9-]*: /;

/** Returns a mask for private keys in PEM. Call it with the lines in order. The mask takes linear time. */
export function privateKeyMask(): (line: string) => string {
  let isInside = false;
  return (line) => {
    if (line === '' && isInside) return MASK;
    let shown = '';
    let rest = line;
    while (rest !== '') {
      const mark = (isInside ? END : BEGIN).exec(rest);
      if (mark === null) {
        isInside &&= shown !== '' || isPartOfKey(rest);
        return isInside ? `${shown}${shown === '' ? MASK : ''}` : shown + rest;
      }
      // The mask stands for the text from BEGIN to END, or for the end of a key that began on another line.
      if (!isInside) shown += rest.slice(0, mark.index) + MASK;
      else if (shown === '') shown = MASK;
      isInside = !isInside;
      rest = rest.slice(mark.index + mark[0].length);
    }
    return shown;
  };
}

/** True for base64 or a header, possibly after a prefix of the log. One expression for all would take quadratic time. */
function isPartOfKey(line: string): boolean {
  const start = line.search(KEY_CHARACTER);
  return start < 0 || KEY_TEXT.test(line.slice(start).trimEnd()) || HEADER.test(line.slice(start));
}
