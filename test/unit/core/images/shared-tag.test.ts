import { expect } from 'chai';
import { pushedTags, sharedTagConditions } from '../../../../src/core/images/shared-tag.ts';
import type { Image } from '../../../../src/core/api/kpack/image.ts';
import { someImage } from '../../kpack-images/some-world.ts';

function pushing(name: string, tag: string, namespace = 'apps', additionalTags: readonly string[] = []): Image {
  return someImage({ tag, additionalTags }, { name, namespace }) as unknown as Image;
}

const WEB = pushing('web', 'example/web');
const TAG = 'index.docker.io/example/web:latest';

describe('the condition of two Images with one tag', () => {
  it('is missing if no other Image has the tag', () => {
    expect(sharedTagConditions(WEB, undefined)).to.deep.equal([]);
  });

  it('names both Images and the whole tag', () => {
    expect(sharedTagConditions(WEB, { tag: TAG, other: 'api' })).to.deep.equal([
      {
        type: 'TagUnique',
        status: 'False',
        reason: 'TagShared',
        message: `Image 'web' and Image 'api' push to '${TAG}', and each replaces the image of the other. Give one Image another tag. To change spec.tag, delete the Image and create it again.`,
      },
    ]);
  });
});

describe('the tags of an Image', () => {
  it('are equal however they are written', () => {
    const spellings = [
      'example/web',
      'docker.io/example/web:latest',
      'index.docker.io/example/web',
      'DOCKER.io/example/web',
    ];
    for (const tag of spellings) {
      expect(pushedTags(pushing('web', tag)), tag).to.deep.equal([TAG]);
    }
  });

  it('include additional tags and the registry cache', () => {
    const image = pushing('api', 'example/api', 'apps', ['example/web:latest']);
    const caching = { ...image, spec: { ...image.spec, cache: { registry: { tag: 'example/cache' } } } };
    const tags = ['index.docker.io/example/api:latest', 'index.docker.io/example/cache:latest', TAG];
    expect(pushedTags(caching)).to.deep.equal(tags);
  });

  it('are ten at most', () => {
    const tags = Array.from({ length: 9_000 }, (_, place) => `example/many:${place}`);
    expect(pushedTags(pushing('a', 'example/a', 'apps', tags))).to.have.length(10);
  });
});
