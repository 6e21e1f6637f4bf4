import { MASK } from './credential-patterns.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** What stands between the two: base64, the headers of RFC 1421, and what a log may put in front of a line. */
const INSIDE = /^[^A-Za-z0-9+/=\\]*(?:[A-Za-z0-9+/=\\]*|[A-Za-z][A-Za-z0-9-]*: .*)\s*$/;

/** Takes private keys in PEM out of lines that are given in their order. */
export function withoutPrivateKeys(): (line: string) => string {
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
  /** What is behind the beginning, on the same line: the key may end there as well. */
  const rest = (text: string): string => {
    const end = END.exec(text);
    if (end === null) return '';
    isInside = false;
    return masked(text.slice(end.index + end[0].length));
  };
  return masked;
}
