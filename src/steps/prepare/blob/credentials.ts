import type { CredentialInputs, SourceInputs } from '../../../core/model/build-inputs.ts';
import { cloudStorageOf } from '../../../core/model/cloud-storage.ts';
import { BLOB_ANNOTATION } from '../../../core/model/credential-annotations.ts';
import type { Redaction } from '../../../clients/http/redaction.ts';
import { basicAuthorization } from '../../../clients/registry/client/credentials/credential.ts';
import { optionalKey, secretName } from '../../../clients/secret-file.ts';
import { decodedPart } from '../../../core/model/public-url.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { cloudHeaders } from './cloud-credentials.ts';
import type { Fields } from '../request.ts';
import { blobServerOrigin } from '../../../core/model/server-annotations.ts';

type BlobSource = Extract<SourceInputs, { kind: 'blob' }>;

/** Returns the request headers with the credentials for a blob. Rejects with `CredentialsInvalid` or `SourceUnsupported`. */
export async function blobCredentials(
  { authentication }: BlobSource,
  url: URL,
  { source }: CredentialInputs,
  dependencies: PrepareDependencies,
): Promise<Fields> {
  switch (authentication) {
    case 'none':
      return urlAuthorization(url, dependencies.redaction);
    case 'helper': {
      const storage = cloudStorageOf(url.href);
      if (storage !== undefined) return cloudHeaders(storage, dependencies);
      throw new PrepareError(
        'SourceUnsupported',
        `blob.auth: helper supports only the storage of Google Cloud and Azure, not ${url.host}: use blob.auth: secret`,
      );
    }
    case 'secret': {
      const secrets = source.flatMap(({ kind, server, path }): readonly BlobSecret[] => {
        if (kind !== 'blob') return [];
        return [{ server, name: secretName(path), read: async (key) => optionalKey(path, key) }];
      });
      return { authorization: await blobAuthorization(secrets, url, dependencies.redaction) };
    }
  }
}

/**
 * Returns the header for the login in a blob's URL, as Go's HTTP client and so kpack send it (net/http, `Client.send`). It goes to the
 * first server only. Throws `SourceUnsupported` for an invalid percent-encoding.
 */
export function urlAuthorization({ username, password }: URL, redaction: Redaction): Fields {
  if (username === '' && password === '') return {};
  const [name, secret] = [decodedPart(username), decodedPart(password)];
  const authorization = basicAuthorization(name, secret);
  for (const part of [name, secret, authorization]) if (part.length >= MIN_SECRET_LENGTH) redaction.addSecret(part);
  return { authorization };
}

/** A shorter user is a part of other words. */
const MIN_SECRET_LENGTH = 8;

/** A Secret with a credential for blobs. */
export interface BlobSecret {
  readonly name: string;
  /** The annotation `kpack.io/blob`. */
  readonly server: string;
  /** Returns the value of a key; `undefined` if the Secret does not have the key. */
  readonly read: (key: string) => Promise<string | undefined>;
}

/** Returns the header `Authorization` for a blob, from the first Secret that matches, as in kpack. Rejects with `CredentialsInvalid`. */
export async function blobAuthorization(
  secrets: readonly BlobSecret[],
  url: URL,
  redaction: Redaction,
): Promise<string> {
  const secret = secrets.find(({ server }) => blobServerOrigin(server) === url.origin);
  if (secret !== undefined) return ofSecret(secret, redaction);
  throw new PrepareError(
    'CredentialsInvalid',
    `the ServiceAccount has no Secret for blobs at ${url.origin}: add one with the annotation ${BLOB_ANNOTATION}: ${annotationFor(url)}, or set blob.auth to none`,
  );
}

function annotationFor({ protocol, port, hostname, origin }: URL): string {
  return protocol === 'https:' && port === '' ? hostname : `${origin} (a host alone means HTTPS on port 443)`;
}

async function ofSecret({ name, read }: BlobSecret, redaction: Redaction): Promise<string> {
  const [username = '', password = '', bearer = '', authorization = ''] = await Promise.all(
    ['username', 'password', 'bearer', 'authorization'].map(read),
  );
  const all = [
    ...(username === '' && password === '' ? [] : [basicAuthorization(username, password)]),
    ...(bearer === '' ? [] : [`Bearer ${bearer}`]),
    ...(authorization === '' ? [] : [authorization]),
  ];
  for (const secret of [password, bearer, ...all]) redaction.addSecret(secret);
  const [one, ...others] = all;
  if (one !== undefined && others.length === 0 && /^[\x20-\x7e]+$/.test(one)) return one;
  throw new PrepareError(
    'CredentialsInvalid',
    `Secret ${name} must have exactly one of these: username and password, bearer, authorization; the value must be one line of ASCII`,
  );
}
