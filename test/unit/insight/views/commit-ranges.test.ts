import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { rangeText, wantedCommits } from '../../../../src/insight/views/commit-ranges.ts';
import { someBuild } from './some-objects.ts';

const [OLD, MIDDLE, NEW] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];
const URL = 'https://git.example/shop.git';

/** A Build of a commit that another commit caused, if it is not empty. */
function build(revision: string, cause = '', url = URL): JsonObject {
  const changes = JSON.stringify([{ reason: 'COMMIT', old: cause, new: revision }]);
  const annotations = { 'image.kpack.io/reason': 'COMMIT', 'image.kpack.io/buildChanges': changes };
  return someBuild({}, cause === '' ? {} : { annotations }, { source: { git: { url, revision } } });
}

const CASES: readonly (readonly [
  what: string,
  build: JsonObject,
  compared: JsonObject | undefined,
  ranges: readonly string[],
])[] = [
  ['the cause', build(NEW, OLD), build(OLD), [`cause ${OLD} ${NEW}`]],
  [
    'the cause, and the source of an earlier image',
    build(NEW, MIDDLE),
    build(OLD),
    [`cause ${MIDDLE} ${NEW}`, `compared-image ${OLD} ${NEW}`],
  ],
  ['the source of an earlier image alone', build(NEW), build(OLD), [`compared-image ${OLD} ${NEW}`]],
  ['the cause without a Build to compare with', build(NEW, OLD), undefined, [`cause ${OLD} ${NEW}`]],
  ['none for equal commits', build(NEW, NEW), build(NEW), []],
  ['none between two repositories', build(NEW), build(OLD, '', 'https://git.example/other.git'), []],
  ['none for revisions that are not commits, which are hostile', build(NEW, '--output=/tmp/x'), build('main'), []],
];

describe('the commits that explain a Build', () => {
  for (const [what, subject, compared, expected] of CASES) {
    it(`are those of ${what}`, () => {
      const { url, ranges = [] } = wantedCommits(asBuild(subject), compared && asBuild(compared)) ?? {};
      expect(url).to.equal(URL);
      expect(ranges.map((range) => `${range.since} ${range.old} ${range.new}`)).to.deep.equal(expected);
    });
  }

  it('are not known for a blob, and have a short text', () => {
    expect(wantedCommits(asBuild(someBuild({}, {}, { source: { blob: { url: 'https://x' } } })), undefined)).to.equal(
      undefined,
    );
    expect(rangeText({ old: OLD, new: NEW })).to.equal('aaaaaaa..ccccccc');
  });
});
