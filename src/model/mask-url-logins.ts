/** Replaces a secret. */
export const MASK = '***';

const URL_LOGIN = /:\/\/[^/\s?#"'<>]*@/g;

/** `git` is the user of every SSH URL and not a secret. */
const PUBLIC_USERS = /^:\/\/git@$/;

/** Masks the user and password of each URL in a text. The text can be JSON, because no quote is masked. */
export function maskUrlLogins(text: string): string {
  return text.replace(URL_LOGIN, (match) => (PUBLIC_USERS.test(match) ? match : `://${MASK}@`));
}
