import { parseUrl } from './bounded-url.ts';

/**
 * Returns the host, with the port if there is one, that a Secret's annotation `kpack.io/git` names. kpack compares the annotation with
 * the host of a URL: alone, or after `https://`, `http://` or `git@` (pkg/git, `matchingDomains`). So an annotation with a path, a slash
 * at the end, another user or another scheme matches no URL, and the result is `undefined`.
 */
export function gitServerHost(annotation: string): string | undefined {
  const { host, port = '' } =
    /^(?:https?:\/\/|git@)?(?<host>[^\s/?#@\\]+?)(?<port>:\d+)?$/.exec(annotation)?.groups ?? {};
  const { hostname = '', port: other = '' } = host === undefined ? {} : (parseUrl(`http://${host}`) ?? {});
  return other === '' && /^(?:[\w.-]+|\[[0-9a-f:]+\])$/.test(hostname) ? `${hostname}${port}` : undefined;
}

/** Returns why an annotation `kpack.io/git` matches no URL, and what to write; `undefined` if it can match. Does not quote it, because it can hold a password. */
export function gitAnnotationFault(annotation: string): string | undefined {
  if (annotation === '' || gitServerHost(annotation) !== undefined) return undefined;
  const text = annotation.trim();
  const afterScheme = text.includes('://') ? text.slice(text.indexOf('://') + '://'.length) : text;
  const [authority = ''] = afterScheme.split(/[/?#\\]/, 1);
  const [name = '', port = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
  const host = gitServerHost(/^\d+$/.test(port) ? `${name}:${port}` : name);
  const advice =
    host === undefined
      ? 'the host, such as github.com'
      : `${text.toLowerCase().startsWith('https://') ? 'https://' : ''}${host}`;
  return `it matches no URL, because only a host and a port may follow https://, http:// or git@; write ${advice}`;
}
