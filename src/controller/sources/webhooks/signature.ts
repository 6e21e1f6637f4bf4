import { createHash, createHmac, timingSafeEqual, type Hmac } from 'node:crypto';
import type { WebhookKey } from './webhook-keys.ts';

/** The headers of a request, with names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The proof of its sender that a delivery contains. */
export type Claim =
  /** An HMAC-SHA256 of the body with the shared key. */
  | { readonly kind: 'signature'; readonly digest: Buffer }
  /** HMAC-SHA256 digests of a prefix and the body (Standard Webhooks, "Signature scheme"). One of them has to fit. */
  | { readonly kind: 'standard'; readonly prefix: string; readonly digests: readonly Buffer[] }
  /** The shared key itself. */
  | { readonly kind: 'token'; readonly token: string };

/** The headers with `sha256=` and hexadecimal digits: of GitHub, Gitea and Forgejo, and of Bitbucket. */
const PREFIXED = ['x-hub-signature-256', 'x-hub-signature'];
/** The headers with hexadecimal digits only: of Gitea, Forgejo and Gogs. */
const PLAIN = ['x-forgejo-signature', 'x-gitea-signature', 'x-gogs-signature'];
/** The header of GitLab's secret tokens. */
const TOKEN = 'x-gitlab-token';
/** The headers of GitLab's signing tokens. GitLab sends the first two also without a signing token. */
const [ID, TIMESTAMP, SIGNATURES] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** A sender that changes its key signs with the old and the new one. */
const MAX_SIGNATURES = 8;

/** Returns the proofs of its sender that a delivery contains. GitLab sends two if a webhook has both of its tokens. */
export function claimsOf(headers: Headers): readonly Claim[] {
  return [signatureClaim(headers), standardClaim(headers), tokenClaim(headers)].filter((claim) => claim !== undefined);
}

function signatureClaim(headers: Headers): Claim | undefined {
  const digest = [...PREFIXED.map((name) => after('sha256=', headers[name])), ...PLAIN.map((name) => headers[name])]
    .map(digestOf)
    .find((found) => found !== undefined);
  return digest && { kind: 'signature', digest };
}

function standardClaim({ [ID]: id, [TIMESTAMP]: timestamp, [SIGNATURES]: signatures }: Headers): Claim | undefined {
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return undefined;
  const digests = signatures
    .split(' ', MAX_SIGNATURES)
    .flatMap((signature) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.slice(1) ?? [])
    .map((digest) => Buffer.from(digest, 'base64'));
  return digests.length === 0 ? undefined : { kind: 'standard', prefix: `${id}.${timestamp}.`, digests };
}

function tokenClaim({ [TOKEN]: token }: Headers): Claim | undefined {
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
  /** True if one of the keys fits one of the claims. Takes the same time whichever key fits, and if none does. */
  readonly isTrusted: () => boolean;
}

/** Returns a verifier of claims for all keys that are valid now. */
export function makeVerifier(claims: readonly Claim[], keys: readonly WebhookKey[]): Verifier {
  const verifiers = claims.map((claim) => verifierOf(claim, keys));
  return {
    update: (part) => verifiers.forEach(({ update }) => update(part)),
    isTrusted: () => isAny(verifiers.map(({ isTrusted }) => isTrusted())),
  };
}

function verifierOf(claim: Claim, keys: readonly WebhookKey[]): Verifier {
  switch (claim.kind) {
    case 'token':
      return { update: () => undefined, isTrusted: () => isAny(keys.map(({ text }) => isSame(text, claim.token))) };
    case 'signature':
      return hashVerifier(
        keys.map(({ text }) => createHmac('sha256', text)),
        [claim.digest],
      );
    case 'standard': {
      // The age of the timestamp is not checked, because a replay causes one query at most.
      const signingKeys = keys.flatMap(({ signingBytes }) => signingBytes ?? []);
      const hashes = signingKeys.map((key) => createHmac('sha256', key).update(claim.prefix));
      return hashVerifier(hashes, claim.digests);
    }
  }
}

function hashVerifier(hashes: readonly Hmac[], digests: readonly Buffer[]): Verifier {
  return {
    update: (part) => hashes.forEach((hash) => hash.update(part)),
    isTrusted: () => {
      const results = hashes.map((hash) => hash.digest());
      return isAny(results.flatMap((result) => digests.map((digest) => timingSafeEqual(result, digest))));
    },
  };
}

/** True if any key fits. The caller has done all comparisons, so the time does not show which key fits. */
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
