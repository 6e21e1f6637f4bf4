/** An image reference as go-containerregistry reads it, which is how kpack reads it. */
export interface ImageReference {
  /** `index.docker.io` where none is written. */
  readonly registry: string;
  /** With `library/` in front where Docker Hub implies it. */
  readonly repository: string;
  readonly tag?: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest?: string;
}

const DEFAULT_REGISTRY = 'index.docker.io';

/**
 * Reads a reference by go-containerregistry's weak rules (pkg/name); `undefined` if it is none. Stricter in three points,
 * because references become arguments and URLs: a registry has no `$`, a leading `-` would be an option, and `..` would
 * lead to another repository.
 */
export function parseImageReference(text: string): ImageReference | undefined {
  if (text.startsWith('-')) return undefined;
  const [name, digest, ...rest] = text.split('@');
  if (rest.length > 0 || name === undefined) return undefined;
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  const tagged = parseTagged(name);
  return tagged === undefined || digest === undefined ? tagged : { ...tagged, digest };
}

/** Reads a tag: a reference without a digest. */
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

/** Host, IPv4 or bracketed IPv6, and a port (RFC 3986 section 3.2, as far as registries use it). */
function isAuthority(text: string): boolean {
  return /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/.test(text);
}

/** Registry and repository: what two references to the same image share. */
export function repositoryName(reference: ImageReference): string {
  return `${reference.registry}/${reference.repository}`;
}

/** The reference in full, so that two spellings of one image are equal; the tag is left out beside a digest. */
export function canonicalName(reference: ImageReference): string {
  const { tag = 'latest', digest } = reference;
  return `${repositoryName(reference)}${digest === undefined ? `:${tag}` : `@${digest}`}`;
}

/** The reference as written, pinned: its tag gives way to the digest. */
export function pinnedTo(text: string, digest: string): string {
  const [name = text] = text.split('@');
  const colon = name.lastIndexOf(':');
  const isTag = colon >= 0 && !name.includes('/', colon);
  return `${isTag ? name.slice(0, colon) : name}@${digest}`;
}
