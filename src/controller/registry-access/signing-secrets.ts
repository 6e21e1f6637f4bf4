import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { SECRETS } from '../../clients/kube/client/resources.ts';
import {
  COSIGN_MEDIA_TYPES_ANNOTATION,
  COSIGN_REPOSITORY_ANNOTATION,
} from '../../core/model/credential-annotations.ts';
import { defined } from '../../core/model/defined.ts';
import { asSecret, type Secret } from '../../core/model/objects/secret.ts';
import type { SignatureSettings } from '../../clients/signing/signature-place.ts';
import { secretPassword } from '../../clients/signing/key-password.ts';
import { readEncryptedKey, type KeyReading, type SigningKey } from '../../clients/signing/signing-key.ts';

/** A Secret with a cosign key, without the key. */
export interface SigningSecret extends SignatureSettings {
  readonly namespace: string;
  readonly name: string;
  /** The `resourceVersion`, which differs after each change. */
  readonly version: string;
}

/** Reads and decrypts the key of a Secret. Rejects with `KubeError`. */
export type ReadSigningKey = (secret: Pick<SigningSecret, 'namespace' | 'name'>) => Promise<KeyReading<SigningKey>>;

const KEY = 'cosign.key';
const PASSWORD = 'cosign.password';

/** Returns those of an account's Secrets that sign, in their order: kpack signs builders if both a key and a password exist. */
export function signingSecrets(own: readonly Secret[]): readonly SigningSecret[] {
  return own.filter(isSigning).map(({ metadata }) => {
    const { namespace = '', name = '', resourceVersion: version = '', annotations } = metadata;
    const repository = annotations.get(COSIGN_REPOSITORY_ANNOTATION);
    const dockerMediaTypes = annotations.get(COSIGN_MEDIA_TYPES_ANNOTATION);
    return { namespace, name, version, ...defined({ repository, dockerMediaTypes }) };
  });
}

function isSigning({ data: { raw } }: Secret): boolean {
  // A key without a password has an empty one.
  return Object.hasOwn(raw, KEY) && Object.hasOwn(raw, PASSWORD);
}

/**
 * Creates a reader of keys. It keeps no key, and decrypts one at a time: that takes up to 128 MiB, and users choose how many keys an
 * account has.
 */
export function signingKeyReader(client: Pick<KubeClient, 'get'>): ReadSigningKey {
  let last: Promise<unknown> = Promise.resolve();
  return async ({ namespace, name }) => {
    const { data } = asSecret(await client.get(SECRETS, { namespace, name }));
    const bytesOf = (key: string): Buffer => Buffer.from(data.get(key) ?? '', 'base64');
    const [pem, password] = [bytesOf(KEY).toString(), secretPassword(bytesOf(PASSWORD))];
    const read = last.then(async () => readEncryptedKey(pem, password));
    last = read.catch(() => undefined);
    return read;
  };
}
