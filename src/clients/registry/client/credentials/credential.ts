/** A credential for a registry. */
export type Credential =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** Exchanged for access tokens with OAuth2 (distribution specification, "OAuth2 Token Authentication"). */
  | { readonly kind: 'identity-token'; readonly token: string }
  /** Sent to the registry unchanged. */
  | { readonly kind: 'registry-token'; readonly token: string };

/** The user name that marks an identity token (docker-credential-helpers, README). */
const IDENTITY_TOKEN_USER = '<token>';

/** Returns the credential for a user name and secret from a docker config or helper. */
export function passwordCredential(username: string, password: string): Credential {
  return username === IDENTITY_TOKEN_USER
    ? { kind: 'identity-token', token: password }
    : { kind: 'password', username, password };
}

/** Returns the parts of a credential that must not appear in errors or logs. */
export function secretsOf(credential: Credential): readonly string[] {
  switch (credential.kind) {
    case 'password':
      return [`${credential.username}:${credential.password}`, credential.password];
    case 'identity-token':
    case 'registry-token':
      return [credential.token];
  }
}

/** Returns the `Authorization` value for Basic authentication (RFC 7617). */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
