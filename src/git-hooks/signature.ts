import { createHash, createHmac, timingSafeEqual, type Hmac } from 'node:crypto';

/** The headers of a request, with names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The proof of its sender that a delivery contains. */
export type Claim =
  /** An HMAC-SHA256 of the body with the shared key. */
  | { readonly kind: 'signature'; readonly digest: Buffer }
  /** The shared key itself. */
  | { readonly kind: 'token'; readonly token: string };

/** The headers with `sha256=` and hexadecimal digits: of GitHub, Gitea and Forgejo, and of Bitbucket. */
const PREFIXED = ['x-hub-signature-256', 'x-hub-signature'];
/** The headers with hexadecimal digits only: of Gitea, Forgejo and Gogs. */
const PLAIN = ['x-forgejo-signature', 'x-gitea-signature', 'x-gogs-signature'];
/** The header of GitLab. */
const TOKEN = 'x-gitlab-token';

/** Returns the proof of its sender that a delivery contains, or `undefined` if there is none. */
export function claimOf(headers: Headers): Claim | undefined {
  const digest = [...PREFIXED.map((name) => after('sha256=', headers[name])), ...PLAIN.map((name) => headers[name])]
    .map(digestOf)
    .find((found) => found !== undefined);
  if (digest !== undefined) return { kind: 'signature', digest };
  const token = headers[TOKEN];
  return typeof token === 'string' && token !== '' ? { kind: 'token', token } : undefined;
}

function after(prefix: string, value: Headers[string]): string | undefined {
  return typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

function digestOf(value: Headers[string]): Buffer | undefined {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : undefined;
}

/** Checks one delivery. The body is hashed while it arrives, so that a large one does not hold up the process. */
export interface Verifier {
  readonly update: (part: Uint8Array) => void;
  /** True if one of the keys fits. Takes the same time whichever key fits, and if none does. */
  readonly isTrusted: () => boolean;
}

/** Returns a verifier of a claim for all keys that are valid now. */
export function makeVerifier(claim: Claim, keys: readonly string[]): Verifier {
  switch (claim.kind) {
    case 'token':
      return { update: () => undefined, isTrusted: () => isAny(keys.map((key) => isSame(key, claim.token))) };
    case 'signature': {
      const hashes: readonly Hmac[] = keys.map((key) => createHmac('sha256', key));
      return {
        update: (part) => hashes.forEach((hash) => hash.update(part)),
        isTrusted: () => isAny(hashes.map((hash) => timingSafeEqual(hash.digest(), claim.digest))),
      };
    }
  }
}

/** Unlike `some` with a comparison, all comparisons are done before. */
function isAny(results: readonly boolean[]): boolean {
  return results.includes(true);
}

/** Compares hashes, because `timingSafeEqual` needs equal lengths. */
function isSame(key: string, token: string): boolean {
  return timingSafeEqual(sha256(key), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
