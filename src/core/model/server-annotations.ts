import { parseUrl } from './bounded-url.ts';
import { type BLOB_ANNOTATION, GIT_ANNOTATION } from './credential-annotations.ts';

/**
 * Returns the host of a Secret's annotation `kpack.io/git`, with the port if there is one. kpack compares the host of a URL with the
 * annotation. Only `https://`, `http://` or `git@` may come before the host (pkg/git, `matchingDomains`). So an annotation with a path, a slash
 * at the end, another user or another scheme matches no URL, and the result is `undefined`.
 */
export function gitServerHost(annotation: string): string | undefined {
  const { host, port = '' } =
    /^(?:https?:\/\/|git@)?(?<host>\[[^\s\]]+\]|[^\s/?#@\\:]+)(?<port>:\d+)?$/.exec(annotation)?.groups ?? {};
  const { hostname = '', port: other = '' } = host === undefined ? {} : (parseUrl(`http://${host}`) ?? {});
  return other === '' && /^(?:[\w.-]+|\[[0-9a-f:]+\])$/.test(hostname) ? `${hostname}${port}` : undefined;
}

/**
 * Returns the origin of a Secret's annotation `kpack.io/blob`; `undefined` if the annotation matches no URL. A host alone means HTTPS on
 * port 443. So a login goes over plain HTTP or to another port only if the annotation says so.
 */
export function blobServerOrigin(annotation: string): string | undefined {
  const text = annotation.includes('://') ? annotation : `https://${annotation}`;
  const { protocol, pathname, search, hash, username, password, origin } = parseUrl(text) ?? {};
  const isOrigin = pathname === '/' && `${search}${hash}${username}${password}` === '';
  return isOrigin && (protocol === 'https:' || protocol === 'http:') ? origin : undefined;
}

/**
 * Returns why the annotation of a Secret matches no URL, and what to write; `undefined` if it can match one. Does not quote the annotation,
 * because it can contain a password.
 */
export function annotationFault(
  key: typeof GIT_ANNOTATION | typeof BLOB_ANNOTATION,
  value: string,
): string | undefined {
  const isGit = key === GIT_ANNOTATION;
  if ((isGit ? gitServerHost(value) : blobServerOrigin(value)) !== undefined) return undefined;
  const allowed = isGit ? 'https://, http:// or git@' : 'https:// or http://';
  return `the annotation ${key} matches no URL, because only a host and a port may follow ${allowed}; write ${meantServer(value, isGit)}`;
}

/** Returns the server that the author probably means by an annotation such as `https://USER@HOST/PATH`, `ssh://git@HOST` or `git@HOST:PATH`. */
function meantServer(annotation: string, isGit: boolean): string {
  const text = annotation.trim();
  const afterScheme = text.includes('://') ? text.slice(text.indexOf('://') + '://'.length) : text;
  const [authority = ''] = afterScheme.split(/[/?#\\]/, 1);
  const [name = '', port = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
  const host = gitServerHost(/^\d+$/.test(port) ? `${name}:${port}` : name);
  if (host === undefined) return `the host, such as ${isGit ? 'github.com' : 'files.example.com'}`;
  const [scheme = ''] = /^https?:\/\//i.exec(text) ?? [];
  return `${isGit && scheme.toLowerCase() === 'http://' ? '' : scheme.toLowerCase()}${host}`;
}
