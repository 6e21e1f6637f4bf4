import type { CredentialInputs, SourceInputs } from '../../../model/build-inputs.ts';
import type { Redaction } from '../../../http/redaction.ts';
import { basicAuthorization } from '../../../registry/client/credential.ts';
import { optionalKey, secretName } from '../credentials/secret-file.ts';
import { PrepareError } from '../failure.ts';

type BlobSource = Extract<SourceInputs, { kind: 'blob' }>;

/** The `Authorization` for a blob, `undefined` where none is sent. Rejects with `BadCredentials` or `UnsupportedSource`. */
export async function blobAuthorization(
  { authentication }: BlobSource,
  url: URL,
  { source }: CredentialInputs,
  redaction: Redaction,
): Promise<string | undefined> {
  switch (authentication) {
    case 'none':
      return undefined;
    case 'helper':
      throw new PrepareError(
        'UnsupportedSource',
        'blob.auth: helper asks the cloud that the node is in for a token, which taskpack does not do; use blob.auth: secret',
      );
    case 'secret': {
      // As kpack has it: the host without a port, the first Secret that is for it.
      const secret = source.find(({ kind, server }) => kind === 'blob' && server === url.hostname);
      if (secret !== undefined) return ofSecret(secret.path, redaction);
      throw new PrepareError('BadCredentials', `no Secret of the ServiceAccount is for blobs at ${url.hostname}`);
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
    'BadCredentials',
    `Secret ${secretName(directory)} must have one of username and password, bearer, authorization, in one line of ASCII`,
  );
}
