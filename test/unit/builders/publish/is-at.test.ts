import { expect } from 'chai';
import { isAt } from '../../../../src/builders/publish/is-at.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/registry/client/registry-error.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { digestOf } from '../some-world.ts';

const TAG = { registry: 'registry.example.com', repository: 'builder', tag: '1' };
const failing = (code: RegistryErrorCode) => ({
  resolve: async () => Promise.reject(new RegistryError(code, { registry: '', image: '' }, 'no')),
});

describe('whether a tag has an image', () => {
  it('is what its registry says, and no mirror', async () => {
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
    it(`is answered with no by ${code}: the push says whether it may be`, async () => {
      expect(await isAt(failing(code), TAG, digestOf('1'))).to.equal(false);
    });
  }

  it('is not known where the registry fails', async () => {
    expect(await rejection(isAt(failing('UNAVAILABLE'), TAG, digestOf('1')))).to.include({ code: 'UNAVAILABLE' });
  });
});
