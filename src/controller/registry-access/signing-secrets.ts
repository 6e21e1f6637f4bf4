import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { SECRETS } from '../../clients/kube/client/resources.ts';
import {
  COSIGN_MEDIA_TYPES_ANNOTATION,
  COSIGN_REPOSITORY_ANNOTATION,
} from '../../core/model/credential-annotations.ts';
import { objectAt, textAt } from '../../core/model/json-field.ts';
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
export function signingSecrets(own: readonly KubeObject[]): readonly SigningSecret[] {
  return own.filter(isSigning).map(({ metadata }) => {
    const annotations = objectAt(metadata, 'annotations');
    const repository = textAt(annotations, COSIGN_REPOSITORY_ANNOTATION) ?? '';
    const dockerMediaTypes = textAt(annotations, COSIGN_MEDIA_TYPES_ANNOTATION) ?? '';
    return {
      namespace: textAt(metadata, 'namespace') ?? '',
      name: metadata.name,
      version: textAt(metadata, 'resourceVersion') ?? '',
      ...(repository !== '' && { repository }),
      ...(dockerMediaTypes !== '' && { dockerMediaTypes }),
    };
  });
}

function isSigning(secret: KubeObject): boolean {
  const data = objectAt(secret, 'data');
  // A key without a password has an empty one.
  return Object.hasOwn(data, KEY) && Object.hasOwn(data, PASSWORD);
}

/**
 * Creates a reader of keys. It keeps no key, and decrypts one at a time: that takes up to 128 MiB, and users choose how many keys an
 * account has.
 */
export function signingKeyReader(client: Pick<KubeClient, 'get'>): ReadSigningKey {
  let last: Promise<unknown> = Promise.resolve();
  return async ({ namespace, name }) => {
    const data = objectAt(await client.get(SECRETS, { namespace, name }), 'data');
    const [pem, password] = [bytesAt(data, KEY).toString(), secretPassword(bytesAt(data, PASSWORD))];
    const read = last.then(async () => readEncryptedKey(pem, password));
    last = read.catch(() => undefined);
    return read;
  };
}

function bytesAt(data: ReturnType<typeof objectAt>, key: string): Buffer {
  return Buffer.from(textAt(data, key) ?? '', 'base64');
}
