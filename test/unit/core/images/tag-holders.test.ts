import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Image } from '../../../../src/core/api/kpack/image.ts';
import { TagHolders } from '../../../../src/core/images/tag-holders.ts';
import { someImage } from '../../kpack-images/some-world.ts';

function pushing(key: string, tags: readonly string[]): Image {
  const [namespace = '', name = ''] = key.split('/');
  const [tag = 'example/unused', ...additionalTags] = tags.map((one) => `example/${one}`);
  return someImage({ tag, additionalTags }, { name, namespace }) as unknown as Image;
}

describe('the holders of tags', () => {
  it('tell one Image about another one of its namespace, and about no Image of another namespace', () => {
    const tags = new TagHolders();
    for (const key of ['apps/b', 'apps/a', 'other/a']) tags.put(pushing(key, ['web']));
    const told = (key: string): string | undefined =>
      tags.neighbour(pushing(key, []).metadata, 'index.docker.io/example/web:latest');
    expect([told('apps/a'), told('apps/b'), told('other/a')]).to.deep.equal(['b', 'a', undefined]);
    expect(tags.tagsOfSeveralNamespaces()).to.deep.equal([
      { tag: 'index.docker.io/example/web:latest', images: ['apps/a', 'other/a'] },
    ]);
  });

  it('tell two other Images at most about a change of one tag, and tell none of another namespace', () => {
    const tags = new TagHolders();
    for (let index = 0; index < 500; index += 1)
      tags.put(pushing(`apps/image-${String(index).padStart(3, '0')}`, ['web']));
    for (const name of ['a-first', 'image-250-between', 'z-last']) {
      expect(tags.put(pushing(`apps/${name}`, ['web'])), name).to.have.length.at.most(2);
      expect(tags.remove(pushing(`apps/${name}`, [])), name).to.have.length.at.most(2);
    }
    expect(tags.put(pushing('other/a-first', ['web']))).to.deep.equal([]);
    expect(tags.countOfSeveralNamespaces()).to.equal(1);
  });

  it('name each Image whose neighbour changes, whatever Images come, change and go', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const tags = new TagHolders();
        const images = new Map<string, readonly string[]>();
        const neighbours = (): ReadonlyMap<string, string | undefined> =>
          new Map(
            [...images].flatMap(([key, own]) =>
              own.map(
                (tag) =>
                  [
                    `${key} ${tag}`,
                    tags.neighbour(pushing(key, []).metadata, `index.docker.io/example/${tag}:latest`),
                  ] as const,
              ),
            ),
          );
        for (const { key, own } of changes) {
          const before = neighbours();
          const previous = images.get(key) ?? [];
          const told = own.length === 0 ? tags.remove(pushing(key, [])) : tags.put(pushing(key, own));
          if (own.length === 0) images.delete(key);
          else images.set(key, own);
          const after = neighbours();
          const [namespace = ''] = key.split('/');
          for (const [holder, neighbour] of after) {
            const [image = '', tag = ''] = holder.split(' ');
            const others = [...images].filter(
              ([other, all]) => other !== image && other.startsWith(`${image.split('/')[0]}/`) && all.includes(tag),
            );
            expect(neighbour !== undefined, holder).to.equal(others.length > 0);
            if (neighbour !== undefined)
              expect(others.map(([other]) => other)).to.include(`${image.split('/')[0]}/${neighbour}`);
            if (image === key || !before.has(holder) || before.get(holder) === neighbour) continue;
            expect(told.map((name) => `${namespace}/${name}`)).to.include(image);
          }
          expect(told.length).to.be.at.most(2 * new Set([...previous, ...own]).size);
          const several = [...TAGS].filter(
            (tag) =>
              new Set([...images].flatMap(([one, all]) => (all.includes(tag) ? [one.split('/')[0]] : []))).size > 1,
          );
          expect(tags.countOfSeveralNamespaces()).to.equal(several.length);
          expect(tags.tagsOfSeveralNamespaces()).to.have.length(several.length);
        }
      }),
      { numRuns: 200 },
    );
  });
});

const TAGS = ['x', 'y', 'z'] as const;
const change = fc.record({
  key: fc
    .tuple(fc.constantFrom('apps', 'other'), fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    .map((parts) => parts.join('/')),
  own: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
});
