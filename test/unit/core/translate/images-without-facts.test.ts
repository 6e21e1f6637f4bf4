import { expect } from 'chai';
import { imagesWithoutFacts } from '../../../../src/core/translate/images-without-facts.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someClusterBuilder, someFacts, someImage } from '../../../support/documents.ts';
import type { TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const BUILDER = 'registry.example.com/builder';
const PINNED = `${BUILDER}@sha256:${'b'.repeat(64)}`;

function buildWith(image: string, name = 'sample'): TestDocument {
  return someBuild({ builder: { image } }, { name });
}

function lacking(...documents: readonly TestDocument[]): readonly string[] {
  const { problems } = translate([...documents, someAccount()], someOptions());
  return imagesWithoutFacts(problems).map(({ image }) => image);
}

describe('images without facts', () => {
  it('are listed for Builds and for the Builders that Builds and Images refer to, in the order of the input', () => {
    const documents = [
      buildWith('registry.example.com/last'),
      someImage(),
      buildWith('registry.example.com/first', 'other'),
      someClusterBuilder({ latestImage: PINNED }),
      someBuild({ builder: { ref: { kind: 'ClusterBuilder', name: 'base' } } }, { name: 'third' }),
    ];
    expect(lacking(...documents)).to.deep.equal(['registry.example.com/last', PINNED, 'registry.example.com/first']);
  });

  it('are not listed if the facts have another spelling of the reference', () => {
    expect(lacking(buildWith(BUILDER), buildWith(`${BUILDER}:latest`, 'other'), someFacts())).to.deep.equal([]);
  });

  it('are listed if the facts have another tag or digest', () => {
    const documents = [buildWith(`${BUILDER}:1`), buildWith(PINNED, 'other'), someFacts()];
    expect(lacking(...documents)).to.deep.equal([`${BUILDER}:1`, PINNED]);
  });

  it('are not listed for Builds without a valid image reference', () => {
    const documents = [
      buildWith('no image!'),
      someBuild({ builder: { ref: { kind: 'ClusterBuilder', name: 'base' } } }, { name: 'other' }),
      someImage({ builder: { kind: 'Builder', name: 'mine' } }, { name: 'third' }),
      someClusterBuilder({}),
    ];
    expect(lacking(...documents)).to.deep.equal([]);
  });

  it('are not listed if a document with facts could not be read, because it may contain them', () => {
    expect(lacking(buildWith(BUILDER), someFacts({ image: 'registry.example.com/last', uid: 'many' }))).to.deep.equal(
      [],
    );
  });
});
