/** The key of the token in the storage of this origin. Servers on other ports are other origins. */
const KEY = 'taskpack-token';

/** The parts of the browser that hold the token. */
export type SessionWindow = Pick<Window, 'history' | 'localStorage' | 'location'>;

/**
 * Takes the token out of the address, so that it is in no bookmark and no picture of the screen, and keeps it for other tabs. A part
 * of the address after # is never sent to a server, and other programs on this machine get no cookie. True if there was a token.
 */
export function takeToken({ history, localStorage, location }: SessionWindow): boolean {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return false;
  localStorage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname);
  return true;
}

/** Returns the token of the session, or an empty text. */
export function currentToken({ localStorage }: Pick<Window, 'localStorage'>): string {
  return localStorage.getItem(KEY) ?? '';
}
