import { expect } from 'chai';
import { translate, translateOptions } from '../../../../src/index.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';

const INDEX = `sha256:${'1'.repeat(64)}`;

describe('facts of an image in an index', () => {
  for (const reference of ['', `@${INDEX}`]) {
    it(`pin the builder by the digest of the index: registry.example.com/builder${reference}`, () => {
      const build = someBuild({ builder: { image: `registry.example.com/builder${reference}` } });
      const documents = [build, someAccount(), someFacts({ indexDigest: INDEX })];
      const { manifests, problems } = translate(documents, translateOptions());
      expect(problems).to.deep.equal([]);
      const images = JSON.stringify([...manifests]).match(/registry\.example\.com\/builder[^"\\]*/g);
      expect(new Set(images)).to.deep.equal(new Set([`registry.example.com/builder@${INDEX}`]));
    });
  }
});
