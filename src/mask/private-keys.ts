import { MASK } from './credential-patterns.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** A line of a key: base64 or a header of RFC 1421, possibly after a prefix of the log. */
const INSIDE = /^[^A-Za-z0-9+/=\\]*(?:[A-Za-z0-9+/=\\]*|[A-Za-z][A-Za-z0-9-]*: .*)\s*$/;

/** Returns a mask for private keys in PEM. Call it with the lines in order. */
export function privateKeyMask(): (line: string) => string {
  let isInside = false;
  const masked = (line: string): string => {
    if (!isInside) {
      const begin = BEGIN.exec(line);
      if (begin === null) return line;
      isInside = true;
      return `${line.slice(0, begin.index)}${MASK}${rest(line.slice(begin.index + begin[0].length))}`;
    }
    const end = END.exec(line);
    isInside = end === null && INSIDE.test(line);
    if (end !== null) return `${MASK}${masked(line.slice(end.index + end[0].length))}`;
    return isInside ? MASK : line;
  };
  /** Masks the text after the BEGIN marker. The key can end on the same line. */
  const rest = (text: string): string => {
    const end = END.exec(text);
    if (end === null) return '';
    isInside = false;
    return masked(text.slice(end.index + end[0].length));
  };
  return masked;
}
