import { expect } from 'chai';
import { lookup } from '../../../../src/core/api/reading/lookup.ts';
import { BUILD_IMAGE_CONFIGURATION, BUILD_IMAGE_MANIFEST, FACTS } from './builder-parts/facts.ts';
import { RFC_DOCUMENTS } from './builder-parts/rfc-documents.ts';
import { STATUSES, type StatusCase } from './builder-parts/statuses.ts';
import { readText } from './read-text.ts';

describe('buildpack, store, stack and lifecycle resources', () => {
  for (const [title, text] of Object.entries(RFC_DOCUMENTS)) {
    it(`reads ${title} of kpack's RFC 0009`, () => {
      const { objects, problems } = readText(text);
      expect(problems).to.deep.equal([]);
      expect(objects.map(({ kind }) => kind)).to.deep.equal([title.split(' ')[1]]);
    });
  }

  for (const status of STATUSES) {
    it(`reads ${status.title}`, () => {
      expect(statusRead(status)).to.deep.equal(status.status);
    });
  }

  for (const [title, facts] of Object.entries(FACTS)) {
    it(`reads ImageFacts of ${title}`, () => {
      const document = { apiVersion: 'taskpack.dev/v1alpha1', kind: 'ImageFacts', ...facts };
      const { objects, problems } = readText(JSON.stringify(document));
      expect(problems).to.deep.equal([]);
      expect(objects.map(({ kind, value }) => ({ kind, value }))).to.deep.equal([
        { kind: 'ImageFacts', value: document },
      ]);
    });
  }

  it('keeps every byte of a manifest and a configuration', () => {
    const text = `apiVersion: taskpack.dev/v1alpha1
kind: ImageFacts
image: registry.test/build
manifest: |-
${BUILD_IMAGE_MANIFEST.replaceAll(/^/gm, '  ')}
configuration: ${JSON.stringify(BUILD_IMAGE_CONFIGURATION)}
`;
    const { objects, problems } = readText(text);
    expect(problems).to.deep.equal([]);
    expect(objects.map(({ value }) => lookup(value, ['manifest']))).to.deep.equal([BUILD_IMAGE_MANIFEST]);
    expect(objects.map(({ value }) => lookup(value, ['configuration']))).to.deep.equal([BUILD_IMAGE_CONFIGURATION]);
  });

  it("treats Go's empty values as missing", () => {
    const status = {
      buildpacks: [{ id: 'a', version: '', buildpackage: {}, order: null, stacks: [{ id: '*', mixins: null }] }],
    };
    expect(statusRead({ kind: 'Buildpack', spec: { image: 'a/b' }, status })).to.deep.equal({
      buildpacks: [{ id: 'a', buildpackage: {}, stacks: [{ id: '*' }] }],
    });
  });
});

function statusRead({ kind, spec, status }: Omit<StatusCase, 'title'>): unknown {
  const document = { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name: 'sample' }, spec, status };
  const { objects, problems } = readText(JSON.stringify(document));
  expect(problems).to.deep.equal([]);
  expect(objects.map((object) => object.kind)).to.deep.equal([kind]);
  return lookup(objects[0]?.value, ['status']);
}
