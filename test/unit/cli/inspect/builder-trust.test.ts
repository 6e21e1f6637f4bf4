import { expect } from 'chai';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { builderTrustNotes } from '../../../../src/cli/inspect/builder-trust.ts';

const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const IMAGES = { '0.20.12': LIFECYCLE };

function factsOf(fields: Partial<ImageFacts>): ImageFacts {
  return {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    image: 'registry.example.com/builder',
    digest: `sha256:${'a'.repeat(64)}`,
    ...fields,
  };
}

const BUILDER = { uid: 1000, gid: 1000, lifecycle: { version: '0.20.12' } };

function notes(
  fields: Partial<ImageFacts>,
  lifecycleImages: Readonly<Record<string, string>> = IMAGES,
  creatorBuilders: readonly string[] = [],
): readonly string[] {
  return builderTrustNotes([factsOf(fields)], { lifecycleImages, creatorBuilders }).map(({ message }) => message);
}

const START = 'registry.example.com/builder: Builds with this builder have the builderTrust';

describe('the notes about builders', () => {
  it('call a builder untrusted if there is an image for its lifecycle', () => {
    expect(notes(BUILDER)).to.deep.equal([
      `${START} Untrusted: phases with registry credentials run lifecycle 0.20.12 from ${LIFECYCLE}`,
    ]);
    const arm = { ...BUILDER, platform: { os: 'linux', architecture: 'arm64' } };
    expect(notes(arm, { '0.20.12/arm64': LIFECYCLE })).to.deep.equal([
      `${START} Untrusted: phases with registry credentials run lifecycle 0.20.12 on arm64 from ${LIFECYCLE}`,
    ]);
  });

  it('call all other builders trusted, with the reason', () => {
    expect(notes(BUILDER, { '0.20.11': LIFECYCLE })).to.deep.equal([
      `${START} Trusted: LIFECYCLE_IMAGES names no image for its lifecycle 0.20.12`,
    ]);
    expect(notes({ uid: 1000, gid: 1000, lifecycle: {} })).to.deep.equal([
      `${START} Trusted: the image has no label with its lifecycle version`,
    ]);
  });

  it('call a builder of creator mode trusted, also if there is an image for its lifecycle', () => {
    const trusted = `${START} Trusted: CREATOR_BUILDERS names it, so one container runs all phases of the lifecycle`;
    expect(notes(BUILDER, IMAGES, ['registry.example.com/*'])).to.deep.equal([trusted]);
    expect(notes(BUILDER, IMAGES, ['registry.example.com/other'])[0]).to.include('Untrusted');
  });

  it('say nothing about other images, or without lifecycle images', () => {
    expect(notes({ uid: 1000, gid: 1000 })).to.deep.equal([]);
    expect(notes({ lifecycle: { version: '0.20.12' } })).to.deep.equal([]);
    expect(notes(BUILDER, {})).to.deep.equal([]);
  });
});
