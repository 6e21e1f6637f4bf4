import { type ImageReference, isRepositoryName, parseImageReference } from './image-reference.ts';

/** The pattern that matches every image. Only the command line sets it: the settings refuse it. */
export const EVERY_REPOSITORY = '*';

const BELOW = '/*';

/**
 * True if the text is a pattern of images. It is a repository with its registry, such as `registry.example.com/platform/builder`,
 * or all repositories below a path or of a registry, such as `registry.example.com/platform/*` and `docker.io/*`.
 */
export function isRepositoryPattern(text: string): boolean {
  return isRepositoryName(nameIn(text)) && namesRegistry(text);
}

/** True if a pattern matches the image. Tags and digests do not count. An invalid image matches no pattern. */
export function matchesRepositoryPattern(patterns: readonly string[], image: string): boolean {
  const reference = parseImageReference(image);
  if (reference === undefined) return false;
  return patterns.some((pattern) => pattern === EVERY_REPOSITORY || matches(pattern, reference));
}

function matches(pattern: string, { registry, repository }: ImageReference): boolean {
  const wanted = parseImageReference(nameIn(withLowerCaseHost(pattern)));
  if (wanted?.registry !== registry.toLowerCase()) return false;
  if (!pattern.endsWith(BELOW)) return wanted.repository === repository;
  return isRegistry(pattern) || repository.startsWith(wanted.repository.slice(0, -PLACEHOLDER.length));
}

/** The case of a host does not count (RFC 3986, section 3.2.2). */
function withLowerCaseHost(pattern: string): string {
  const slash = pattern.indexOf('/');
  return pattern.slice(0, slash).toLowerCase() + pattern.slice(slash);
}

/** True for all repositories of a registry. Docker Hub puts a name without a path below `library`, which the pattern does not mean. */
function isRegistry(pattern: string): boolean {
  return pattern.indexOf('/') === pattern.length - BELOW.length;
}

/** Stands for the repositories below a path, so that the path is checked as a part of an image name. */
const PLACEHOLDER = 'any';

function nameIn(pattern: string): string {
  return pattern.endsWith(BELOW) ? `${pattern.slice(0, -1)}${PLACEHOLDER}` : pattern;
}

/** Without a registry, a pattern such as `team/*` would mean Docker Hub, where anybody can own the path. */
function namesRegistry(text: string): boolean {
  const [host = '', ...path] = text.split('/');
  return path.length > 0 && (host === 'localhost' || /[.:]/.test(host));
}
