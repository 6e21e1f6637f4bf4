/** An image reference, parsed like kpack does: by the rules of go-containerregistry. */
export interface ImageReference {
  /** Host and port. `index.docker.io` if the reference names no registry. */
  readonly registry: string;
  /** The path, with the prefix `library/` if Docker Hub implies one. */
  readonly repository: string;
  readonly tag?: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest?: string;
}

const DEFAULT_REGISTRY = 'index.docker.io';

/**
 * Parses a reference by go-containerregistry's weak validation (pkg/name). Returns `undefined` if the text is invalid.
 * References become arguments and URLs, so three more texts are invalid: a registry with `$`, a leading `-` (an option),
 * and the path segments `.` and `..` (another repository).
 */
export function parseImageReference(text: string): ImageReference | undefined {
  if (text.startsWith('-')) return undefined;
  const [name, digest, ...rest] = text.split('@');
  if (rest.length > 0 || name === undefined) return undefined;
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  const tagged = parseTagged(name);
  return tagged === undefined || digest === undefined ? tagged : { ...tagged, digest };
}

/** Parses a reference that has no digest. Returns `undefined` if the text is invalid or has a digest. */
export function parseTag(text: string): ImageReference | undefined {
  return text.includes('@') ? undefined : parseImageReference(text);
}

function parseTagged(name: string): ImageReference | undefined {
  const colon = name.lastIndexOf(':');
  // A colon before a slash belongs to a port.
  const tag = colon >= 0 && !name.includes('/', colon) ? name.slice(colon + 1) : undefined;
  const base = tag === undefined ? name : name.slice(0, colon);
  if (tag !== undefined && !/^[A-Za-z0-9_.-]{1,128}$/.test(tag)) return undefined;
  const repository = parseRepository(base);
  return repository === undefined || tag === undefined ? repository : { ...repository, tag };
}

function parseRepository(name: string): ImageReference | undefined {
  const slash = name.indexOf('/');
  const head = slash < 0 ? '' : name.slice(0, slash);
  const hasRegistry = /[.:]/.test(head) || head === 'localhost';
  const registry = hasRegistry && head !== 'docker.io' ? head : DEFAULT_REGISTRY;
  const path = hasRegistry ? name.slice(slash + 1) : name;
  if (!/^[a-z0-9_\-./]{2,255}$/.test(path) || !isAuthority(registry)) return undefined;
  if (path.split('/').some((part) => ['', '.', '..'].includes(part))) return undefined;
  return { registry, repository: registry === DEFAULT_REGISTRY && !path.includes('/') ? `library/${path}` : path };
}

/** True for a host name, IPv4 or bracketed IPv6 address with an optional port (a subset of RFC 3986, section 3.2). */
function isAuthority(text: string): boolean {
  return /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/.test(text);
}

/** Returns `registry/repository`, without tag and digest. */
export function repositoryName(reference: ImageReference): string {
  return `${reference.registry}/${reference.repository}`;
}

/** Returns the full reference, so that all spellings of one image are equal. A digest replaces the tag. */
export function canonicalName(reference: ImageReference): string {
  const { tag = 'latest', digest } = reference;
  return `${repositoryName(reference)}${digest === undefined ? `:${tag}` : `@${digest}`}`;
}

/** Returns the reference as written, with its tag or digest replaced by `digest`. */
export function pinnedTo(text: string, digest: string): string {
  const [name = text] = text.split('@');
  const colon = name.lastIndexOf(':');
  const isTag = colon >= 0 && !name.includes('/', colon);
  return `${isTag ? name.slice(0, colon) : name}@${digest}`;
}
