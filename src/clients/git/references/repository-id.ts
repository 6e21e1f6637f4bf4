import { readGitLocation } from '../../../core/model/source-address.ts';
import { withoutTrailing } from '../../../core/model/trailing.ts';

/**
 * Returns a text that is equal for the addresses of one repository over HTTP and ssh: the host without its port, and the path in
 * lower case, decoded and without `.git`. Equal texts can also stand for two repositories whose paths differ in upper case only. Returns
 * `undefined` for other texts than the address of a git server.
 */
export function repositoryId(address: string): string | undefined {
  const location = readGitLocation(address);
  if (location === undefined) return undefined;
  const [host, path] =
    location.kind === 'scp'
      ? [location.host, address.slice(address.indexOf(`${location.host}:`) + location.host.length + 1)]
      : [location.url.hostname, decoded(location.url.pathname)];
  const name = withoutTrailing(path.replace(/^\/+/, ''), '/').replace(/\.git$/i, '');
  return name === '' ? undefined : `${host}/${name}`.toLowerCase();
}

/** Addresses of one repository can have escapes (`%20`, `%E5`) or the characters themselves. An scp-like address has none. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const ANY_HOST = '*/';

/** Returns an id for the repositories with this path on any host. */
export function anyHost(path: string): string {
  return `${ANY_HOST}${path}`;
}

/**
 * Returns the ids by which a push can report a repository: its own, and two for any host. A path for HTTP on any host has three parts
 * (`scm/PROJECT/NAME`), and can be below the context path of a server.
 */
export function reportableIds(id: string): readonly string[] {
  const path = id.slice(id.indexOf('/') + 1);
  const end = /(?:^|\/)(scm\/[^/]+\/[^/]+)$/.exec(path)?.[1];
  return [...new Set([id, ...[path, ...(end === undefined ? [] : [end])].map(anyHost)])];
}

/**
 * Returns a function that is true for the ids by which a push can report one of these repositories. Looks each id up in a set, because
 * thousands of pushes can wait for thousands of repositories.
 */
export function reportedAmong(ids: readonly string[]): (reported: string) => boolean {
  const known = new Set(ids.flatMap(reportableIds));
  return (reported) => known.has(reported);
}
