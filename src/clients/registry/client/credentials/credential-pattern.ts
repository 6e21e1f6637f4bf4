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

/** The longest label of DNS (RFC 1035, section 2.3.4). Matching a longer text with wildcards could take long. */
const MAX_LABEL_LENGTH = 63;

/**
 * Matches like Go's `filepath.Match` without character classes, which hosts never contain. A mismatch goes back to the last star
 * only. A glob with more other characters than the label has cannot match, so a long glob costs no more than reading it.
 */
function isMatch(glob: string, label: string): boolean {
  if (!/[*?]/.test(glob)) return glob === label;
  const wanted = glob.replace(/\*+/g, '*');
  if (label.length > MAX_LABEL_LENGTH || wanted.length > 2 * label.length + 1) return false;
  let [at, place] = [0, 0];
  let star: { readonly at: number; readonly place: number } | undefined;
  while (place < label.length) {
    if (wanted[at] === '*') {
      star = { at, place };
      at += 1;
    } else if (wanted[at] === '?' || wanted[at] === label[place]) {
      at += 1;
      place += 1;
    } else {
      if (star === undefined) return false;
      star = { at: star.at, place: star.place + 1 };
      [at, place] = [star.at + 1, star.place];
    }
  }
  return wanted.slice(at) === '' || wanted.slice(at) === '*';
}
