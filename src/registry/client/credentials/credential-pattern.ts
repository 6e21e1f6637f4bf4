/** Docker Hub is `index.docker.io` in references and has several names in docker configs. */
const DOCKER_HUB = 'index.docker.io';
const DOCKER_HUB_NAMES: readonly string[] = ['docker.io', 'index.docker.io', 'registry-1.docker.io'];

interface Pattern {
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

/**
 * Returns the keys of a docker config that match an image (`registry/repository`), the best match first. Follows the
 * kubelet (pkg/credentialprovider/keyring.go):
 *
 * - Schemes, and a trailing `/v1/` or `/v2/`, are ignored.
 * - Each label of a host can be a glob; ports must be equal; a path is a prefix.
 * - The key that sorts last comes first, because it has the longest path.
 */
export function matchingKeys(keys: readonly string[], image: string): readonly string[] {
  const target = parsePattern(image);
  return keys
    .map((key) => [key, normalKey(key)] as const)
    .filter(([, normal]) => matches(parsePattern(normal), target))
    .toSorted(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0))
    .map(([key]) => key);
}

/** Returns the registry of a key, with one name for Docker Hub. */
export function registryOfKey(key: string): string {
  return normalKey(key).split('/', 1)[0] ?? '';
}

function normalKey(key: string): string {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?([^/]*)(\/.*)?$/s.exec(key) ?? [];
  const path = /^\/v[12]\//.test(rest) ? rest.slice(3) : rest;
  const registry = DOCKER_HUB_NAMES.includes(host) ? DOCKER_HUB : host;
  return path === '/' ? registry : registry + path;
}

function parsePattern(text: string): Pattern {
  const slash = text.indexOf('/');
  const host = slash < 0 ? text : text.slice(0, slash);
  const [, hostname = host, port = ''] = /^(.*?)(?::(\d+))?$/s.exec(host) ?? [];
  return { hostname, port, path: slash < 0 ? '' : text.slice(slash) };
}

function matches(pattern: Pattern, target: Pattern): boolean {
  const globs = pattern.hostname.split('.');
  const labels = target.hostname.split('.');
  return (
    pattern.port === target.port &&
    globs.length === labels.length &&
    target.path.startsWith(pattern.path) &&
    globs.every((glob, place) => isMatch(glob, labels[place] ?? ''))
  );
}

/**
 * Matches like Go's `filepath.Match` without character classes, which hosts never contain. Backtracks to the last star
 * only, so a long glob stays cheap.
 */
function isMatch(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return sameText(first, text);
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !sameText(first, text.slice(0, first.length))) return false;
  if (!sameText(last, text.slice(text.length - last.length))) return false;
  let middle = text.slice(first.length, text.length - last.length);
  for (const part of rest) {
    const at = Array.from(middle, (_, place) => place).find((place) =>
      sameText(part, middle.slice(place, place + part.length)),
    );
    if (at === undefined && part !== '') return false;
    middle = middle.slice((at ?? 0) + part.length);
  }
  return true;
}

/** A `?` in the glob matches any single character. */
function sameText(glob: string, text: string): boolean {
  return glob.length === text.length && Array.from(glob).every((char, place) => char === '?' || char === text[place]);
}
