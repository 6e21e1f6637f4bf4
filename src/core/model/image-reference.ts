import { MAX_HOST_LENGTH } from './bounded-url.ts';

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

/** Host and port, repository, tag and digest have at most 259, 255, 128 and 71 characters. */
const MAX_LENGTH = 720;

const DEFAULT_REGISTRY = 'index.docker.io';

/** Says why a text is not an image reference, such as `the digest is not …`. */
export interface ReferenceFault {
  readonly fault: string;
}

/**
 * Parses a reference by go-containerregistry's weak validation (pkg/name). References become arguments and URLs, so three
 * more texts are invalid: a registry with `$`, a leading `-` (an option), and the path segments `.` and `..` (another
 * repository). The OCI distribution specification allows repositories of one character, but the lifecycle and kpack do not.
 */
export function readImageReference(text: string): ImageReference | ReferenceFault {
  if (text === '') return { fault: 'it is empty' };
  if (text.length > MAX_LENGTH)
    return { fault: `it has ${text.length} characters, and at most ${MAX_LENGTH} are allowed` };
  if (text.startsWith('-')) return { fault: 'it begins with a hyphen' };
  if (/^[a-z]+:\/\//i.test(text)) return { fault: 'it is a URL; remove the part before the host' };
  const [name = '', digest, ...rest] = text.split('@');
  if (rest.length > 0) return { fault: 'it has more than one @' };
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    return { fault: 'the digest is not sha256: and 64 hexadecimal digits' };
  }
  const tagged = readTagged(name);
  return 'fault' in tagged || digest === undefined ? tagged : { ...tagged, digest };
}

/** Parses a reference. Returns `undefined` if the text is invalid. */
export function parseImageReference(text: string): ImageReference | undefined {
  const reading = readImageReference(text);
  return 'fault' in reading ? undefined : reading;
}

/** Parses a reference that has no digest. Returns `undefined` if the text is invalid or has a digest. */
export function parseTag(text: string): ImageReference | undefined {
  return text.includes('@') ? undefined : parseImageReference(text);
}

function readTagged(name: string): ImageReference | ReferenceFault {
  const colon = name.lastIndexOf(':');
  // A colon before a slash belongs to a port.
  const tag = colon >= 0 && !name.includes('/', colon) ? name.slice(colon + 1) : undefined;
  const base = tag === undefined ? name : name.slice(0, colon);
  if (tag !== undefined && !/^[A-Za-z0-9_.-]{1,128}$/.test(tag)) {
    return { fault: 'the tag is not 1 to 128 letters, digits, underscores, hyphens and dots' };
  }
  const repository = readRepository(base);
  return 'fault' in repository || tag === undefined ? repository : { ...repository, tag };
}

function readRepository(name: string): ImageReference | ReferenceFault {
  const slash = name.indexOf('/');
  const head = slash < 0 ? '' : name.slice(0, slash);
  const hasRegistry = /[.:]/.test(head) || head === 'localhost';
  const registry = hasRegistry && head !== 'docker.io' ? head : DEFAULT_REGISTRY;
  const path = hasRegistry ? name.slice(slash + 1) : name;
  if (!isAuthority(registry)) return { fault: 'the registry is not a host with an optional port' };
  if (registry.replace(/:\d*$/, '').length > MAX_HOST_LENGTH) {
    return { fault: `the host of the registry has more than ${MAX_HOST_LENGTH} characters` };
  }
  const fault = pathFault(path);
  if (fault !== undefined) return { fault };
  return { registry, repository: registry === DEFAULT_REGISTRY && !path.includes('/') ? `library/${path}` : path };
}

function pathFault(path: string): string | undefined {
  if (path.length < 2 || path.length > 255) return `the repository must have 2 to 255 characters, not ${path.length}`;
  if (/[A-Z]/.test(path)) return 'the repository has upper-case letters';
  if (!/^[a-z0-9_\-./]+$/.test(path)) {
    return 'the repository has other characters than letters, digits, underscores, hyphens, dots and slashes';
  }
  if (path.split('/').some((part) => ['', '.', '..'].includes(part))) {
    return 'a part of the repository is empty, "." or ".."';
  }
  return undefined;
}

/** True for a host name, IPv4 or bracketed IPv6 address with an optional port (a subset of RFC 3986, section 3.2). */
function isAuthority(text: string): boolean {
  return /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/.test(text);
}

/** True for the name of a repository, which has no tag and no digest. */
export function isRepositoryName(text: string): boolean {
  const reference = parseImageReference(text);
  return reference !== undefined && reference.tag === undefined && reference.digest === undefined;
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

/** Names of Docker Hub that lead to one registry. */
const DOCKER_HUB_HOSTS: readonly string[] = [
  'docker.io',
  DEFAULT_REGISTRY,
  'registry-1.docker.io',
  'registry.hub.docker.com',
];

/**
 * Returns the one spelling of a tag, with its registry, repository and tag, however the text spells the host, its port, `library/` and
 * `latest`. Returns `undefined` if the text is not a tag.
 */
export function canonicalTag(text: string): string | undefined {
  const reference = parseTag(text);
  if (reference === undefined) return undefined;
  const host = canonicalHost(reference.registry);
  const isHub = DOCKER_HUB_HOSTS.includes(host);
  const repository =
    isHub && !reference.repository.includes('/') ? `library/${reference.repository}` : reference.repository;
  return `${isHub ? DEFAULT_REGISTRY : host}/${repository}:${reference.tag ?? 'latest'}`;
}

function canonicalHost(registry: string): string {
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(registry.toLowerCase()) ?? [];
  const number = Number(port);
  // IPv6 addresses have several spellings.
  const isAddress = name.startsWith('[') && URL.canParse(`http://${name}`);
  const host = isAddress ? new URL(`http://${name}`).hostname : name.replace(/\.$/, '');
  return [0, 80, 443].includes(number) ? host : `${host}:${number}`;
}

/** Returns the reference as written, with its tag or digest replaced by `digest`. */
export function pinnedTo(text: string, digest: string): string {
  const [name = text] = text.split('@');
  const colon = name.lastIndexOf(':');
  const isTag = colon >= 0 && !name.includes('/', colon);
  return `${isTag ? name.slice(0, colon) : name}@${digest}`;
}
