import { expect } from 'chai';
import type { Build } from '../../../../src/core/api/kpack/build.ts';
import type { Image } from '../../../../src/core/api/kpack/image.ts';
import { buildHistory } from '../../../../src/core/images/build-history.ts';
import { someImage } from '../../kpack-images/some-world.ts';

function numbered(number: number): Build {
  const labels = { 'image.kpack.io/image': 'web', 'image.kpack.io/buildNumber': `${number}` };
  return { metadata: { name: `web-${number}`, namespace: 'apps', labels } } as unknown as Build;
}

describe('the history of an Image', () => {
  it('can have 130,000 Builds, more than a function can have arguments', () => {
    const builds = Array.from({ length: 130_000 }, (_, place) => numbered(place));
    expect(buildHistory(someImage() as unknown as Image, builds).number).to.equal(129_999);
  });
});
