import { expect } from 'chai';
import path from 'node:path';
import { readBuilderSigning } from '../../../../src/cli/builder/signing.ts';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { encryptedKey, keyPem } from '../../clients/signing/encrypted-key.ts';

describe('readBuilderSigning', () => {
  const workspace = makeWorkspace();
  const key = path.join(workspace.path, 'cosign.key');
  before(() => workspace.write({ 'cosign.key': keyPem(encryptedKey('secret')), text: 'no key' }));
  after(() => workspace.remove());

  it('reads the key with the variables of cosign', async () => {
    const {
      repository,
      dockerMediaTypes,
      key: read,
    } = await readBuilderSigning(key, 'both', {
      COSIGN_PASSWORD: 'secret',
      COSIGN_REPOSITORY: 'r.test/signatures',
      COSIGN_DOCKER_MEDIA_TYPES: '1',
    });
    expect({ repository, dockerMediaTypes }).to.deep.equal({ repository: 'r.test/signatures', dockerMediaTypes: '1' });
    expect(read.verify(Buffer.from('text'), read.sign(Buffer.from('text')))).to.equal(true);
  });

  for (const [what, file, environment, message] of [
    ['a wrong password', key, {}, /cannot be decrypted with COSIGN_PASSWORD: set the variable/],
    ['another file', path.join(workspace.path, 'text'), {}, /text is not an encrypted private key of cosign/],
    ['a missing file', path.join(workspace.path, 'none'), {}, /none: no such file/i],
    [
      'a repository with a tag',
      key,
      { COSIGN_PASSWORD: 'secret', COSIGN_REPOSITORY: 'r.test/signatures:1' },
      /COSIGN_REPOSITORY must be a repository without tag and digest, not r\.test\/signatures:1/,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const failure = await rejection(readBuilderSigning(file, 'both', environment));
      expect(failure).to.be.instanceOf(CommandFailure);
      expect(JSON.stringify((failure as CommandFailure).problems)).to.match(message);
    });
  }
});
