import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { comparedImage } from '../../../../src/insight/views/compared-image.ts';
import { someBuild } from './some-objects.ts';

const OWNER = [{ kind: 'Image', name: 'shop', uid: 'image-uid', controller: true }];

/** A Build of the Image `shop` with a number, and an image if it is not empty. */
function build(number: number, image = '', metadata: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  return someBuild(
    image === '' ? {} : { latestImage: image },
    {
      name: `shop-build-${number}`,
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
      ownerReferences: OWNER,
      ...metadata,
    },
    spec,
  );
}

const NAMED = { lastBuild: { image: 'registry.example/shop@sha256:named' } };
const [FIRST, SECOND, LATER] = [build(1, 'one'), build(2, 'two'), build(12, 'twelve')];

const CASES: readonly (readonly [
  what: string,
  build: JsonObject,
  builds: readonly JsonObject[],
  compared: object | undefined,
])[] = [
  [
    'the Build before, by number and not by time',
    build(10, 'ten'),
    [LATER, SECOND, build(9, 'nine'), build(10, 'ten'), FIRST],
    { image: 'nine', build: { name: 'shop-build-9', number: 9 }, skipped: [] },
  ],
  [
    'the last Build with an image, past Builds without one',
    build(5, 'five', {}, NAMED),
    [build(4), build(3), SECOND, FIRST],
    {
      image: 'two',
      build: { name: 'shop-build-2', number: 2 },
      skipped: [
        { name: 'shop-build-4', number: 4 },
        { name: 'shop-build-3', number: 3 },
      ],
    },
  ],
  [
    'the image that the Build names, if the Build of that image is deleted',
    build(5, 'five', {}, NAMED),
    [build(4), LATER],
    { image: 'registry.example/shop@sha256:named', skipped: [{ name: 'shop-build-4', number: 4 }] },
  ],
  ['no image for the first Build', FIRST, [FIRST, SECOND], undefined],
  [
    'no Build of an earlier Image with the same name, of another Image or of another namespace',
    SECOND,
    [
      build(1, 'x', { ownerReferences: [{ uid: 'other', controller: true }] }),
      build(1, 'x', { namespace: 'other' }),
      build(1, 'x', { labels: { 'image.kpack.io/image': 'cart', 'image.kpack.io/buildNumber': '1' } }),
      build(1, 'x', { labels: { 'image.kpack.io/image': 'shop' } }),
    ],
    undefined,
  ],
  [
    'the image that a Build without an Image names',
    someBuild({ latestImage: 'x' }, { labels: {} }, NAMED),
    [FIRST, SECOND],
    { image: 'registry.example/shop@sha256:named', skipped: [] },
  ],
];

describe('the image to compare with', () => {
  for (const [what, subject, builds, expected] of CASES) {
    it(`is ${what}`, () => expect(comparedImage(asBuild(subject), builds.map(asBuild))?.view).to.deep.equal(expected));
  }
});
