/** Replaces a secret. */
export const MASK = '***';

/** A login ends at the last `@` of the authority (WHATWG URL, authority state). White space and `"` end a URL in a text. */
const URL_LOGIN = /:\/\/[^/\s?#"]*@/g;

/** The login of a URL that is the whole of a JSON string. It can contain spaces and escaped quotes. */
const JSON_URL_LOGIN = /(?<!\\)"\s*[a-z][a-z\d+.-]*(:\/\/(?:[^/?#"\\]|\\.)*@)/gi;

/** `git` is the user of every SSH URL and not a secret. */
const PUBLIC_LOGIN = '://git@';

/** Masks the user and password of each URL in a text. The text can be JSON, because no quote is masked. */
export function maskUrlLogins(text: string): string {
  return text.replace(URL_LOGIN, maskedLogin);
}

/** Masks the user and password of each URL in a JSON document, also of a URL with spaces or quotes that is a whole string. */
export function maskJsonLogins(json: string): string {
  const masked = json.replace(
    JSON_URL_LOGIN,
    (match, login: string) => `${match.slice(0, -login.length)}${maskedLogin(login)}`,
  );
  return maskUrlLogins(masked);
}

function maskedLogin(login: string): string {
  return login === PUBLIC_LOGIN ? login : `://${MASK}@`;
}
