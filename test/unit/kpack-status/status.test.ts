import { expect } from 'chai';
import { listedDifferences } from '../kpack/listed-differences.ts';
import { recordedAnswers } from '../kpack/recorded-answers.ts';
import { testListed, testUsed } from '../kpack/recorded-tests.ts';
import { judge, type Verdict } from './comparison.ts';
import { DIFFERENCES } from './differences/all.ts';
import { CONTAINERS_PODS } from './pods/containers-pods.ts';
import { INIT_PODS } from './pods/init-pods.ts';
import type { StatusAnswer, StatusQuestion } from './status-oracle.ts';
import type { Subject } from './subject.ts';

const TABLES = { init: INIT_PODS, containers: CONTAINERS_PODS };
/** Differences that every Pod shows. */
const ALWAYS = 'fields-of-our-own';
const LISTED = listedDifferences().filter(({ table }) => table === 'The status of a Build');

describe('statuses, compared with kpack', () => {
  const verdicts = new Map<Subject, Verdict>();
  const recorded = recordedAnswers<StatusQuestion, StatusAnswer>('status-oracle');

  before(async () => {
    for (const subject of Object.values(TABLES).flat()) verdicts.set(subject, await judge(subject, recorded.ask));
  });

  for (const [layout, subjects] of Object.entries(TABLES)) {
    for (const subject of subjects) {
      it(`${layout}: ${subject.name}`, () => {
        const { kpack, unexplained, used } = verdictOf(verdicts, subject);
        expect(unexplained).to.deep.equal([]);
        expect(kpack).to.equal(subject.kpack);
        expect(used.filter((id) => id !== ALWAYS)).to.have.members(subject.differences);
      });
    }
  }

  testListed(LISTED, DIFFERENCES);

  it('documents no difference without a test case', () => {
    const used = new Set([...verdicts.values()].flatMap((verdict) => verdict.used));
    expect(LISTED.filter(({ id }) => !used.has(id))).to.deep.equal([]);
  });

  testUsed(recorded);
});

function verdictOf(verdicts: ReadonlyMap<Subject, Verdict>, subject: Subject): Verdict {
  const verdict = verdicts.get(subject);
  if (verdict === undefined) throw new Error('it was not compared');
  return verdict;
}
