import type { KubeClient } from '../kube/client/kube-client.ts';
import { SECRETS, type ObjectName } from '../kube/client/resource.ts';
import { objectAt } from '../model/json-field.ts';

/** A short key can be guessed, because anybody can send deliveries. */
const MIN_KEY_LENGTH = 16;

/**
 * Reads the keys of a Secret: each of its values, without white space around it. Rejects with an `Error` that says what to do
 * if there is none, and with `KubeError`.
 */
export async function readWebhookKeys(client: Pick<KubeClient, 'get'>, secret: ObjectName): Promise<readonly string[]> {
  const data = Object.values(objectAt(await client.get(SECRETS, secret), 'data')).filter(
    (value) => typeof value === 'string',
  );
  const keys = data.map((value) => Buffer.from(value, 'base64').toString('utf8').trim());
  const long = keys.filter((key) => key.length >= MIN_KEY_LENGTH);
  if (long.length > 0) return long;
  const { namespace = '', name } = secret;
  throw new Error(`the Secret ${namespace}/${name} has no key of at least ${MIN_KEY_LENGTH} characters: add one`);
}
