import { expect } from 'chai';
import { translateDocuments } from '../../../../src/cli/translate/translate-documents.ts';
import { parseYaml, translateOptions, type Problem } from '../../../../src/index.ts';
import { SAMPLE, sampleBuild } from '../../../support/sample.ts';

const WARNING: Problem = { severity: 'warning', paths: [[]], message: 'read with doubt' };
const ERROR: Problem = { severity: 'error', paths: [[]], message: 'not read' };
const SAMPLE_DOCUMENTS = parseYaml(`${SAMPLE.build}---\n${SAMPLE.facts}`, 'a').documents;
/** A Build without its ServiceAccount, which is a warning. */
const DOUBTFUL_DOCUMENTS = parseYaml(`${sampleBuild('a')}---\n${SAMPLE.facts}`, 'a').documents;

function countOf(manifests: Iterable<unknown>): number {
  return [...manifests].length;
}

describe('translateDocuments', () => {
  it('returns the problems of reading and of translating', () => {
    const { manifests, problems } = translateDocuments(
      { documents: DOUBTFUL_DOCUMENTS, problems: [WARNING] },
      translateOptions(),
    );
    expect(problems[0]).to.equal(WARNING);
    expect(problems.map(({ severity }) => severity)).to.deep.equal(['warning', 'warning']);
    expect(countOf(manifests)).to.equal(2);
  });

  it('turns warnings of reading into errors with --strict', () => {
    const strict = translateOptions({ strict: true });
    const { manifests, problems } = translateDocuments({ documents: SAMPLE_DOCUMENTS, problems: [WARNING] }, strict);
    expect(problems).to.deep.equal([{ ...WARNING, severity: 'error' }]);
    expect(countOf(manifests)).to.equal(0);
  });

  it('does not warn about objects that an unreadable input may contain', () => {
    for (const strict of [true, false]) {
      const read = { documents: DOUBTFUL_DOCUMENTS, problems: [ERROR] };
      const { manifests, problems } = translateDocuments(read, translateOptions({ strict }));
      expect(problems).to.deep.equal([ERROR]);
      expect(countOf(manifests)).to.equal(0);
    }
  });

  it('does not report missing Builds if no input is readable', () => {
    expect(translateDocuments({ documents: [], problems: [ERROR] }, translateOptions()).problems).to.deep.equal([
      ERROR,
    ]);
  });
});
