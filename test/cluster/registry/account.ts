/** The one user of a registry of the bed that has users. */
export const ACCOUNT = { username: 'builder', password: 'correct horse' };

/** Its line in an htpasswd file: bcrypt, the only hash that the registry takes. */
export const HTPASSWD = `${ACCOUNT.username}:$2a$04$FkpsA87HtMzjADZB1o/nHOLtD.BKqKN8PPKL6Mu2llpwAsLjsIi7q\n`;

/** A client's `Authorization` with a user's name and password (RFC 7617). */
export function basicAuthorization({ username, password } = ACCOUNT): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
