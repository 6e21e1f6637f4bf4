import { expect } from 'chai';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { compare, inquire, type Inquiry } from './comparison.ts';
import { DIFFERENCES } from './differences/all.ts';
import { generatedSubjects, mistakenSubjects } from './generated-subjects.ts';
import { goldenSubjects } from './golden-subjects.ts';
import { listedDifferences } from './listed-differences.ts';
import { askKpack } from './oracle.ts';
import { ourPod, type Layout } from './our-pod.ts';
import { questionOf } from './question.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

const LAYOUTS: readonly Layout[] = ['init', 'containers'];
const SEED = 20_260_101;
const COUNT = 600;
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
  const generated = generatedSubjects(SEED, COUNT);
  const mistaken = mistakenSubjects(SEED);

  before(async function () {
    // The first run builds kpack.
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['kpack-pod'], (line) => console.error(line));
    const subjects = [...GOLDENS.flatMap((golden) => golden.subjects), ...generated, ...mistaken];
    const inquiries = inquire(subjects, questionOf, (questions) => askKpack(programs['kpack-pod'], questions));
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

  for (const layout of LAYOUTS) {
    it(`${COUNT} generated Builds (seed ${SEED}): ${layout}`, () => {
      const failures = generated.filter((subject) => unexplained(verdicts, subject, layout).length > 0);
      const shown = failures.slice(0, 3).map((subject) => ({
        build: JSON.stringify(subject.written),
        differences: unexplained(verdicts, subject, layout),
      }));
      expect(shown, `${failures.length} differ`).to.deep.equal([]);
    });
  }

  it('creates a Pod for every generated Build', () => {
    const refused = generated.flatMap((subject) => ourPod(subject, 'init').refusals ?? []);
    expect(refused).to.deep.equal([]);
  });

  for (const subject of mistaken) {
    it(`rejects ${subject.name}`, () => {
      expect(ourPod(subject, 'init').pod).to.equal(undefined);
      for (const layout of LAYOUTS) expect(unexplained(verdicts, subject, layout)).to.deep.equal([]);
    });
  }

  it("documents every difference with kpack's behaviour, taskpack's behaviour and the reason", () => {
    expect(LISTED.map(({ id }) => id)).to.have.members(DIFFERENCES.map(({ id }) => id));
    const incomplete = LISTED.filter(({ cells }) => cells.length !== 3 || cells.includes(''));
    expect(incomplete).to.deep.equal([]);
  });

  it('documents no difference without a test case', () => {
    const used = new Set([...verdicts.values()].flatMap((verdict) => [...verdict.used]));
    expect(LISTED.filter(({ id }) => !used.has(id))).to.deep.equal([]);
  });
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
