import { expect } from 'chai';
import { pushedTags, sharedTagConditions } from '../../../src/images/shared-tag.ts';
import type { Image } from '../../../src/api/kpack/image.ts';
import { someImage } from '../../integration/kpack-images/some-world.ts';

function pushing(name: string, tag: string, namespace = 'apps', additionalTags: readonly string[] = []): Image {
  return someImage({ tag, additionalTags }, { name, namespace }) as unknown as Image;
}

function manyTags(name: string): readonly string[] {
  return Array.from({ length: 9_000 }, (_, place) => `example/${name}:${String(place).padStart(6, '0')}`);
}

const WEB = pushing('web', 'example/web');

describe('the condition of two Images with one tag', () => {
  it('is missing if no other Image has the tag', () => {
    expect(sharedTagConditions(WEB, [])).to.deep.equal([]);
  });

  it('names both Images and the whole tag, however the tags are written', () => {
    const other = pushing('api', 'docker.io/example/web:latest');
    expect(sharedTagConditions(WEB, [other])).to.deep.equal([
      {
        type: 'TagUnique',
        status: 'False',
        reason: 'TagShared',
        message:
          "Image 'web' and Image 'api' push to 'index.docker.io/example/web:latest', and each replaces the image of the other. Change the tag of one Image.",
      },
    ]);
  });

  it('covers additional tags', () => {
    const other = pushing('api', 'example/api', 'apps', ['example/web:latest']);
    expect(sharedTagConditions(WEB, [other])[0]?.message).to.contain("'index.docker.io/example/web:latest'");
    expect(sharedTagConditions(other, [WEB])[0]?.message).to.contain("'index.docker.io/example/web:latest'");
  });

  it('covers registry caches', () => {
    const withCache = (name: string): Image => {
      const image = pushing(name, `example/${name}`);
      return { ...image, spec: { ...image.spec, cache: { registry: { tag: 'example/cache' } } } };
    };
    const caching = withCache('api');
    expect(sharedTagConditions(caching, [withCache('jobs')])[0]?.message).to.contain(
      "'index.docker.io/example/cache:latest'",
    );
    expect(sharedTagConditions(pushing('cache', 'example/cache'), [caching])).to.have.length(1);
  });

  it('does not name an Image of another namespace', () => {
    const message = sharedTagConditions(WEB, [pushing('secret-project', 'example/web', 'other')])[0]?.message;
    expect(message).to.contain('an Image of another namespace').and.not.contain('secret-project');
  });

  it('names the same Image whatever the order of the cache', () => {
    const others = [pushing('c', 'example/web'), pushing('b', 'example/web'), pushing('a', 'example/web', 'other')];
    for (const order of [others, others.toReversed()]) {
      expect(sharedTagConditions(WEB, order)[0]?.message).to.contain("Image 'b'");
    }
  });

  it('covers the first 100 tags, and takes less than 100 ms if both Images have 9,000', () => {
    const one = pushing('a', 'example/a', 'apps', [...manyTags('a'), 'example/z']);
    const other = pushing('b', 'example/b', 'apps', ['example/z', ...manyTags('b')]);
    const times = Array.from({ length: 4 }, () => {
      const start = process.cpuUsage();
      sharedTagConditions(one, [other]);
      return process.cpuUsage(start).user / 1_000;
    });
    expect(Math.min(...times)).to.be.lessThan(100);
    expect(pushedTags(one)).to.have.length(100).and.not.to.include('index.docker.io/example/z:latest');
    expect(pushedTags(other)).to.have.length(100).and.to.include('index.docker.io/example/z:latest');
  });
});
