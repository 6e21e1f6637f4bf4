import { expect } from 'chai';
import { copyImage, isAt } from '../../../../src/controller/builders/copy-image.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { digestOf } from './some-world.ts';

const FROM = { registry: 'registry.example.com', repository: 'run', digest: digestOf('1') };
const TO = { registry: 'registry.example.com', repository: 'builder', tag: '1-run-image' };

const never = async (): Promise<never> => expect.fail('nothing is to be sent');

describe('copying an image', () => {
  it('refuses an index, because its images would be missing', async () => {
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

const TAG = { registry: 'registry.example.com', repository: 'builder', tag: '1' };
const failing = (code: RegistryErrorCode) => ({
  resolve: async () => Promise.reject(new RegistryError(code, { registry: '', image: '' }, 'no')),
});

describe('checking the image of a tag', () => {
  it('asks the registry of the tag, not a mirror', async () => {
    const asked: unknown[] = [];
    const registry = {
      resolve: async (...asking: readonly unknown[]) => {
        asked.push(asking);
        return { digest: digestOf('1'), mediaType: '', size: 0 };
      },
    };
    expect(await isAt(registry, TAG, digestOf('1'))).to.equal(true);
    expect(await isAt(registry, TAG, digestOf('2'))).to.equal(false);
    expect(asked[0]).to.deep.equal([TAG, { mirrors: false }]);
  });

  for (const code of ['NOT_FOUND', 'UNAUTHORIZED', 'DENIED'] as const) {
    it(`treats ${code} as absent, because the push reports a real denial`, async () => {
      expect(await isAt(failing(code), TAG, digestOf('1'))).to.equal(false);
    });
  }

  it('rejects if the registry fails', async () => {
    expect(await rejection(isAt(failing('UNAVAILABLE'), TAG, digestOf('1')))).to.include({ code: 'UNAVAILABLE' });
  });
});
