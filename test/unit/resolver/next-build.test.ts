import { expect } from 'chai';
import { image } from '../../../src/api/kpack/image.ts';
import { nextBuild } from '../../../src/resolver/next-build.ts';
import type { ReferencedObjects } from '../../../src/resolver/referenced-objects.ts';
import { someImage } from '../../support/documents.ts';

const NOTHING = { builder: () => undefined, clusterBuilder: () => undefined } as unknown as ReferencedObjects;

describe('the next Build of an Image', () => {
  it('has the labels and annotations that `kp build list` prints', () => {
    const { metadata } = nextBuild(
      image.parse(someImage({}, { name: 'shop' }).value),
      NOTHING,
      undefined,
      () => undefined,
    );
    // kp, pkg/commands/build/list.go: the columns BUILD, IMAGE RESOURCE and REASON.
    expect(metadata.labels).to.include({ 'image.kpack.io/buildNumber': '1', 'image.kpack.io/image': 'shop' });
    expect(metadata.annotations).to.include({ 'image.kpack.io/reason': 'CONFIG' });
  });
});
