import { expect } from 'chai';
import { copyImage } from '../../../../src/builders/publish/copy-image.ts';
import { RegistryError } from '../../../../src/registry/client/registry-error.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { digestOf } from '../some-world.ts';

const FROM = { registry: 'registry.example.com', repository: 'run', digest: digestOf('1') };
const TO = { registry: 'registry.example.com', repository: 'builder', tag: '1-run-image' };

const never = async (): Promise<never> => expect.fail('nothing is to be sent');

describe('copying an image', () => {
  it('is not what an index is for: its images would be missing', async () => {
    const error = await rejection(
      copyImage(
        {
          resolve: async () => Promise.reject(new RegistryError('NOT_FOUND', { registry: '', image: '' }, 'no')),
          manifest: async () => ({
            digest: FROM.digest,
            mediaType: 'index',
            size: 2,
            bytes: Buffer.from('{}'),
            json: {},
            content: { kind: 'index', manifests: [] },
          }),
          copyBlob: never,
          hasBlob: never,
          pushBlob: never,
          pushManifest: never,
        },
        FROM,
        TO,
      ),
    );
    expect(error).to.include({
      code: 'UNSUPPORTED_MANIFEST',
      message: `registry.example.com/run@${FROM.digest}: this is an index, not an image`,
    });
  });
});
