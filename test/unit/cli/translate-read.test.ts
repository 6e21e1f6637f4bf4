import { expect } from 'chai';
import { translateRead } from '../../../src/cli/translate/translate-read.ts';
import { parseYaml, translateOptions, type Problem } from '../../../src/index.ts';
import { SAMPLE, sampleBuild } from '../../support/sample.ts';

const WARNING: Problem = { severity: 'warning', paths: [[]], message: 'read with doubt' };
const ERROR: Problem = { severity: 'error', paths: [[]], message: 'not read' };
const SAMPLE_DOCUMENTS = parseYaml(`${SAMPLE.build}---\n${SAMPLE.facts}`, 'a').documents;
/** Without its ServiceAccount, which is a warning. */
const DOUBTFUL_DOCUMENTS = parseYaml(`${sampleBuild('a')}---\n${SAMPLE.facts}`, 'a').documents;

function countOf(manifests: Iterable<unknown>): number {
  return [...manifests].length;
}

describe('translateRead', () => {
  it('adds the problems of reading to those of translating', () => {
    const { manifests, problems } = translateRead(
      { documents: DOUBTFUL_DOCUMENTS, problems: [WARNING] },
      translateOptions(),
    );
    expect(problems[0]).to.equal(WARNING);
    expect(problems.map(({ severity }) => severity)).to.deep.equal(['warning', 'warning']);
    expect(countOf(manifests)).to.equal(2);
  });

  it('holds warnings of reading for errors if asked to', () => {
    const strict = translateOptions({ strict: true });
    const { manifests, problems } = translateRead({ documents: SAMPLE_DOCUMENTS, problems: [WARNING] }, strict);
    expect(problems).to.deep.equal([{ ...WARNING, severity: 'error' }]);
    expect(countOf(manifests)).to.equal(0);
  });

  it('does not warn of what may be in an input that could not be read', () => {
    for (const strict of [true, false]) {
      const read = { documents: DOUBTFUL_DOCUMENTS, problems: [ERROR] };
      const { manifests, problems } = translateRead(read, translateOptions({ strict }));
      expect(problems).to.deep.equal([ERROR]);
      expect(countOf(manifests)).to.equal(0);
    }
  });

  it('does not miss Builds where nothing could be read', () => {
    expect(translateRead({ documents: [], problems: [ERROR] }, translateOptions()).problems).to.deep.equal([ERROR]);
  });
});
