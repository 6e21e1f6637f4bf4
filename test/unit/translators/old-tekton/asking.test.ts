import { expect } from 'chai';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { withMissingFacts } from '../../../../src/cli/registry/missing-facts.ts';
import { translateDocuments } from '../../../../src/cli/translate/translate-documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const IMAGE = 'registry.example.com/doll';
const FACTS: ImageFacts = {
  apiVersion: 'taskpack.dev/v1alpha1',
  kind: 'ImageFacts',
  image: IMAGE,
  entrypoint: ['/doll.sh'],
};

describe('The image facts of steps', () => {
  it('are requested only for steps without a command', async () => {
    const asked: (readonly string[])[] = [];
    const steps = [
      { image: IMAGE },
      { image: `${IMAGE}:latest`, args: ['again'] },
      { image: 'registry.example.com/other', command: ['run'] },
    ];
    const value = { apiVersion: 'tekton.dev/v1alpha1', kind: 'Task', metadata: { name: 'doll' }, spec: { steps } };
    const read = { documents: [{ value }], problems: [] };
    const { manifests, problems } = await withMissingFacts(
      read,
      (documents) => translateDocuments(documents, someOptions()),
      async (images) => {
        asked.push(images.map(({ image }) => image));
        return new Map([['registry.example.com/doll:latest', { kind: 'facts', facts: FACTS }]]);
      },
    );
    expect([asked, problems]).to.deep.equal([[[IMAGE, `${IMAGE}:latest`]], []]);
    expect(JSON.stringify([...manifests])).to.include('"command":["/doll.sh"],"args":["again"]');
  });
});
