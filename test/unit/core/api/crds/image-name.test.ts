import { expect } from 'chai';
import * as fc from 'fast-check';
import { IMAGE_PATTERN, registryOf, TAG_PATTERN } from '../../../../../src/core/api/crds/image-name-constraints.ts';
import { parseImageReference, parseTag } from '../../../../../src/core/model/image-reference.ts';

const PIECES = ['a', 'b', 'ab', '.', '..', '...', '-', '_', ':', '/', '//', '/ab', '@', 'A', '1', '5000', '$', ' ', ''];
const NAMES = ['localhost', 'docker.io', '[', '::1', ']', '[::1]', 'sha256:', `@sha256:${'a'.repeat(64)}`];

describe("the CRD's expression for image references", () => {
  it('accepts what parseImageReference accepts', () => {
    const tag = new RegExp(TAG_PATTERN);
    const image = new RegExp(IMAGE_PATTERN);
    const text = fc.array(fc.constantFrom(...PIECES, ...NAMES), { maxLength: 9 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (name) => {
        // The only difference for short texts.
        fc.pre(!/^localhost\/[^/](?:[:@]|$)/.test(name));
        expect(tag.test(name), 'as a tag').to.equal(parseTag(name) !== undefined);
        expect(image.test(name), 'as an image').to.equal(parseImageReference(name) !== undefined);
      }),
      { numRuns: 20_000 },
    );
  });

  it('finds the same registries as parseImageReference', () => {
    const [pattern = ''] = /(?<=find\(r').*?(?='\))/.exec(registryOf('self')) ?? [];
    for (const name of ['ab', 'a/b', 'localhost/ab', 'host:5000/ab', 'host.example/ab', '[::1]:5000/ab', 'a/b.c/d']) {
      const [found = 'index.docker.io/'] = new RegExp(pattern).exec(name) ?? [];
      expect(found, name).to.equal(`${parseTag(name)?.registry}/`);
    }
  });
});
