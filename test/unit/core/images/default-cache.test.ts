import { expect } from 'chai';
import { IMAGE } from '../../../../src/core/api/kpack/kind-definitions.ts';
import type { Image } from '../../../../src/core/api/kpack/image.ts';
import { withDefaultCache } from '../../../../src/core/images/default-cache.ts';
import { defined } from '../../../../src/core/model/defined.ts';
import { objectReader } from '../../../../src/controller/kit/readable-cache.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { someImage } from '../../kpack-images/some-world.ts';

const SINCE = Date.UTC(2026, 10, 30);
const [BEFORE, AT] = ['2026-11-29T23:59:59Z', '2026-11-30T00:00:00Z'];

function imageOf(creationTimestamp: string | undefined, spec = {}): Image {
  const read = objectReader(IMAGE)(someImage(spec, defined({ creationTimestamp })) as KubeObject);
  if (read.kind !== 'readable') throw new Error('the Image is not readable');
  return read.value;
}

describe('the default cache', () => {
  it('is a volume of 2G, as in kpack, from the time of the setting on', () => {
    expect(withDefaultCache(imageOf(AT), SINCE).spec.cache).to.deep.equal({ volume: { size: '2G' } });
  });

  const registry = { registry: { tag: 'registry.example/cache' } };
  for (const [title, image, since] of [
    ['created before', imageOf(BEFORE), SINCE],
    ['without a creation time, as in a file', imageOf(undefined), SINCE],
    ['without the setting', imageOf(AT), undefined],
    ['with an empty cache, which means none', imageOf(AT, { cache: {} }), SINCE],
    ['with a cache of its own', imageOf(AT, { cache: registry }), SINCE],
  ] as const) {
    it(`changes no Image ${title}`, () => {
      expect(withDefaultCache(image, since)).to.equal(image);
    });
  }
});
