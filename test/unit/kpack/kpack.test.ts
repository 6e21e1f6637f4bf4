import { expect } from 'chai';
import { compare, inquire, type Inquiry } from './comparison.ts';
import { DIFFERENCES } from './differences/all.ts';
import { GENERATED, generatedSubjects, mistakenSubjects } from './generated-subjects.ts';
import { goldenSubjects } from './golden-subjects.ts';
import { listedDifferences } from './listed-differences.ts';
import { askKpack, type KpackAnswer, type PodQuestion } from './oracle.ts';
import { LAYOUTS, ourPod, type Layout } from './our-pod.ts';
import { questionOf } from './question.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { testListed, testUsed } from './recorded-tests.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

const GOLDENS = goldenSubjects();
/** Tables that the tests in kpack-builders, kpack-images, kpack-sources and kpack-status check. */
const TABLES_OF_OTHERS = [
  'Images',
  'Buildpack resolution',
  'Builder images',
  'The status of a Build',
  'The life of an Image on a node',
  'SourceResolvers on a cluster',
];
const LISTED = listedDifferences().filter(({ table }) => !TABLES_OF_OTHERS.includes(table));

describe('Pods, compared with kpack', () => {
  const verdicts = new Map<string, Verdict>();
  const mistaken = mistakenSubjects();
  const generated = generatedSubjects(GENERATED);
  const recorded = recordedAnswers<PodQuestion, KpackAnswer>('kpack-pod');

  before(() => {
    const subjects = [...GOLDENS.flatMap((golden) => golden.subjects), ...mistaken, ...generated];
    const inquiries = inquire(subjects, questionOf, (questions) =>
      askKpack((asked) => asked.map(recorded.answer), questions),
    );
    for (const inquiry of inquiries) record(verdicts, inquiry);
  });

  it('compares every golden case with a Pod', () => {
    const without = GOLDENS.filter(({ subjects, hasPod }) => hasPod && subjects.length === 0);
    expect(without.map(({ name }) => name)).to.deep.equal([]);
  });

  for (const { name, subjects } of GOLDENS.filter((golden) => golden.subjects.length > 0)) {
    for (const layout of LAYOUTS) {
      it(`${name}: ${layout}`, () => {
        expect(subjects.flatMap((subject) => unexplained(verdicts, subject, layout))).to.deep.equal([]);
      });
    }
  }

  it(`${GENERATED.count} generated Builds (seed ${GENERATED.seed})`, () => {
    const differences = generated.flatMap((subject) =>
      LAYOUTS.flatMap((layout) => unexplained(verdicts, subject, layout)),
    );
    expect(differences).to.deep.equal([]);
  });

  for (const subject of mistaken) {
    it(`rejects ${subject.name}`, () => {
      expect(ourPod(subject, 'init').pod).to.equal(undefined);
      for (const layout of LAYOUTS) expect(unexplained(verdicts, subject, layout)).to.deep.equal([]);
    });
  }

  testListed(LISTED, DIFFERENCES);

  it('documents no difference without a test case', () => {
    const used = new Set([...verdicts.values()].flatMap((verdict) => [...verdict.used]));
    expect(LISTED.filter(({ id }) => !used.has(id))).to.deep.equal([]);
  });

  testUsed(recorded);
});

function record(verdicts: Map<string, Verdict>, inquiry: Inquiry): void {
  for (const layout of LAYOUTS) verdicts.set(keyOf(inquiry.subject, layout), compare(inquiry, layout));
}

function unexplained(verdicts: ReadonlyMap<string, Verdict>, subject: Subject, layout: Layout): readonly string[] {
  return verdicts.get(keyOf(subject, layout))?.unexplained ?? ['it was not compared'];
}

function keyOf({ name }: Subject, layout: Layout): string {
  return `${name}: ${layout}`;
}
