import type { CredentialInputs, SourceInputs } from '../../../model/build-inputs.ts';
import { cloudStorageOf } from '../../../model/cloud-storage.ts';
import type { Redaction } from '../../../http/redaction.ts';
import { basicAuthorization } from '../../../registry/client/credential.ts';
import { optionalKey, secretName } from '../credentials/secret-file.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import { cloudHeaders } from './cloud-headers.ts';
import type { Fields } from './request.ts';

type BlobSource = Extract<SourceInputs, { kind: 'blob' }>;

/** The fields that say who asks for a blob. Rejects with `CredentialsInvalid` or `SourceUnsupported`. */
export async function blobCredentials(
  { authentication }: BlobSource,
  url: URL,
  { source }: CredentialInputs,
  world: World,
): Promise<Fields> {
  switch (authentication) {
    case 'none':
      return {};
    case 'helper': {
      const storage = cloudStorageOf(url.href);
      if (storage !== undefined) return cloudHeaders(storage, world);
      throw new PrepareError(
        'SourceUnsupported',
        `blob.auth: helper has no token for ${url.host}; use blob.auth: secret`,
      );
    }
    case 'secret': {
      // As kpack has it: the host without a port, the first Secret that is for it.
      const secret = source.find(({ kind, server }) => kind === 'blob' && server === url.hostname);
      if (secret !== undefined) return { authorization: await ofSecret(secret.path, world.redaction) };
      throw new PrepareError('CredentialsInvalid', `no Secret of the ServiceAccount is for blobs at ${url.hostname}`);
    }
  }
}

async function ofSecret(directory: string, redaction: Redaction): Promise<string> {
  const [username = '', password = '', bearer = '', authorization = ''] = await Promise.all(
    ['username', 'password', 'bearer', 'authorization'].map(async (key) => optionalKey(directory, key)),
  );
  const all = [
    ...(username === '' && password === '' ? [] : [basicAuthorization(username, password)]),
    ...(bearer === '' ? [] : [`Bearer ${bearer}`]),
    ...(authorization === '' ? [] : [authorization]),
  ];
  for (const secret of [password, bearer, ...all]) redaction.hide(secret);
  const [one, ...others] = all;
  if (one !== undefined && others.length === 0 && /^[\x20-\x7e]+$/.test(one)) return one;
  throw new PrepareError(
    'CredentialsInvalid',
    `Secret ${secretName(directory)} must have one of username and password, bearer, authorization, in one line of ASCII`,
  );
}
