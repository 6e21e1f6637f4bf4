/** One challenge of a `WWW-Authenticate` header (RFC 9110 section 11.6.1). */
export interface Challenge {
  /** In lower case, because schemes are case-insensitive. */
  readonly scheme: string;
  /** Parameters by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A token (RFC 9110 section 5.6.2). */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const SCHEME = new RegExp(`[ \\t,]*(${TOKEN})(?=[ \\t,]|$)`, 'y');

const PARAMETER = new RegExp(
  `[ \\t,]*(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))(?=[ \\t]*(?:,|$))`,
  'y',
);

/** `Negotiate` and some other schemes send a single value instead of parameters (RFC 9110 section 11.2). */
const TOKEN68 = /[ \t]+[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y;

/**
 * Parses a header with one or more challenges. Returns `undefined` if the header is malformed. Commas in quotes
 * separate nothing.
 */
export function parseChallenges(header: string): readonly Challenge[] | undefined {
  const challenges: Challenge[] = [];
  let at = 0;
  while (/[^ \t,]/.test(header.slice(at))) {
    const scheme = matchAt(SCHEME, header, at);
    if (scheme?.[1] === undefined) return undefined;
    const [parameters, end] = parseParameters(header, at + scheme[0].length);
    challenges.push({ scheme: scheme[1].toLowerCase(), parameters });
    at = end;
  }
  return challenges;
}

/** Returns the parameters from an offset, and where they end. If a name occurs twice, the first one counts. */
function parseParameters(header: string, start: number): readonly [ReadonlyMap<string, string>, number] {
  const parameters = new Map<string, string>();
  let at = start;
  for (let match = matchAt(PARAMETER, header, at); match !== undefined; match = matchAt(PARAMETER, header, at)) {
    const [whole, name = '', quoted, plain = ''] = match;
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    at += whole.length;
  }
  if (parameters.size > 0) return [parameters, at];
  return [parameters, at + (matchAt(TOKEN68, header, at)?.[0].length ?? 0)];
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}
