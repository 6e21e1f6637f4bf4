import { isUtf8 } from 'node:buffer';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import type { ObjectName } from '../../../clients/kube/client/resource.ts';
import { SECRETS } from '../../../clients/kube/client/resources.ts';
import { asSecret } from '../../../core/model/objects/secret.ts';
import { withoutTrailing } from '../../../core/model/trailing.ts';

/** A key that is shared with a git server. */
export interface WebhookKey {
  readonly text: string;
  /** The bytes of a key of Standard Webhooks, with which the sender signs. */
  readonly signingBytes?: Buffer;
}

/** The keys of a Secret, and a sentence for each other value. */
export interface WebhookKeys {
  readonly keys: readonly WebhookKey[];
  readonly problems: readonly string[];
}

/** A short key can be guessed, because anybody can send deliveries. */
const MIN_KEY_LENGTH = 16;

/** The start of a key of Standard Webhooks. The rest is base64. */
const STANDARD_KEY = 'whsec_';

/**
 * Reads the keys of a Secret: each of its values, without white space around it. Rejects with an `Error` that says what to do
 * if there is none, and with `KubeError`.
 */
export async function readWebhookKeys(client: Pick<KubeClient, 'get'>, secret: ObjectName): Promise<WebhookKeys> {
  const where = `the Secret ${secret.namespace ?? ''}/${secret.name}`;
  const { data } = asSecret(await client.get(SECRETS, secret));
  const names = Object.keys(data.raw);
  const read = names.map((name) => [name, keyOf(Buffer.from(data.get(name) ?? '', 'base64'))] as const);
  const keys = read.flatMap(([, key]) => (typeof key === 'string' ? [] : [key]));
  const problems = read.flatMap(([name, key]) =>
    typeof key === 'string' ? [`${where}: the value of ${name} ${key}`] : [],
  );
  if (keys.length > 0) return { keys, problems };
  const reasons = problems.length === 0 ? '' : `: ${problems.join('; ')}`;
  throw new Error(`${where} has no key of at least ${MIN_KEY_LENGTH} characters: add one${reasons}`);
}

/** Returns a key, or why a value is none. */
function keyOf(value: Buffer): WebhookKey | string {
  if (!isUtf8(value)) return 'is not UTF-8 text: write the key as the git server shows it';
  const text = value.toString('utf8').trim();
  if (text === '') return 'is empty: write a key, or remove the name';
  if (/\p{Cc}/u.test(text)) return 'has several lines or control characters: give each key a name of its own';
  if (!text.startsWith(STANDARD_KEY)) {
    return text.length < MIN_KEY_LENGTH ? `has fewer than ${MIN_KEY_LENGTH} characters: write a longer key` : { text };
  }
  const encoded = text.slice(STANDARD_KEY.length);
  const signingBytes = Buffer.from(encoded, 'base64');
  // Node ignores characters that are not base64.
  const isBase64 =
    signingBytes.toString('base64url') === withoutTrailing(encoded.replaceAll('+', '-').replaceAll('/', '_'), '=');
  if (!isBase64) return `is not base64 after ${STANDARD_KEY}: write the whole token as the git server shows it`;
  if (signingBytes.length < MIN_KEY_LENGTH)
    return `has fewer than ${MIN_KEY_LENGTH} bytes after ${STANDARD_KEY}: write the whole token as the git server shows it`;
  return { text, signingBytes };
}
