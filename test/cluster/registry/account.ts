/** The only user of the bed's registries with authentication. */
export const ACCOUNT = { username: 'builder', password: 'correct horse' };

/** The user's line in an htpasswd file, with bcrypt, the only hash that the registry accepts. */
export const HTPASSWD = `${ACCOUNT.username}:$2a$04$FkpsA87HtMzjADZB1o/nHOLtD.BKqKN8PPKL6Mu2llpwAsLjsIi7q\n`;

/** Returns an `Authorization` header for Basic authentication (RFC 7617). */
export function basicAuthorization({ username, password } = ACCOUNT): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
