/** Who we are to a registry. */
export type Credential =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** Exchanged for access tokens by OAuth2 (distribution specification, "OAuth2 Token Authentication"). */
  | { readonly kind: 'identity-token'; readonly token: string }
  /** Sent to the registry as it is. */
  | { readonly kind: 'registry-token'; readonly token: string };

/** The user name by which credential helpers mark an identity token (docker-credential-helpers, README). */
const IDENTITY_TOKEN_USER = '<token>';

/** The credential of a name and a secret. */
export function passwordCredential(username: string, password: string): Credential {
  return username === IDENTITY_TOKEN_USER
    ? { kind: 'identity-token', token: password }
    : { kind: 'password', username, password };
}

/** What of a credential nobody may see. */
export function secretsOf(credential: Credential): readonly string[] {
  switch (credential.kind) {
    case 'password':
      return [`${credential.username}:${credential.password}`, credential.password];
    case 'identity-token':
    case 'registry-token':
      return [credential.token];
  }
}

/** The `Authorization` of a name and a password (RFC 7617). */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
