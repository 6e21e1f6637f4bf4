import { expect } from 'chai';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../../src/core/model/json.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ROOT } from '../../support/command.ts';
import { arbitraryStream, arbitraryYaml } from './arbitrary-yaml.ts';
import { asJson, compare } from './comparison.ts';
import { LISTED_DIFFERENCES } from './listed-differences.ts';
import { askKubectl, type KubectlAnswer } from './yaml-oracle.ts';

const SEED = 20_260_101;
const COUNT = 2000;
const DOCUMENTATION = 'docs/reference/input-files.md';

describe('YAML, compared with kubectl', () => {
  let program: string;

  before(async function () {
    // The first run builds the program.
    this.timeout(600_000);
    program = (await ensurePrograms(['yaml-oracle'], (line) => console.error(line)))['yaml-oracle'];
  });

  it(`reads ${COUNT} generated texts as kubectl does, or reports the place (seed ${SEED})`, () => {
    const texts = fc.sample(arbitraryYaml, { numRuns: COUNT, seed: SEED });
    const answers = askKubectl(program, texts);
    const findings = texts.map((text, index) => compare(text, answers[index] ?? { documents: [], error: 'no answer' }));
    const failures = findings.filter((finding) => typeof finding === 'object');
    expect(failures.slice(0, 3), `${failures.length} differ`).to.deep.equal([]);
    // If kubectl refused most texts, this test would show little.
    for (const [finding, least] of [
      ['same', COUNT / 4],
      ['reported', COUNT / 4],
    ] as const) {
      expect(findings.filter((one) => one === finding).length, finding).to.be.greaterThan(least);
    }
  });

  it(`reads ${COUNT} generated streams of JSON as kubectl does, and refuses what kubectl refuses (seed ${SEED})`, () => {
    const texts = fc.sample(arbitraryStream, { numRuns: COUNT, seed: SEED });
    const answers = askKubectl(program, texts);
    const failures = texts.filter((text, index) => {
      const { documents, error } = answers[index] ?? { documents: [], error: 'no answer' };
      const { documents: read, problems } = parseYaml(text, 'in');
      return error === undefined
        ? JSON.stringify(read.map(({ value }) => asJson(value))) !== JSON.stringify(documents)
        : problems.length === 0;
    });
    expect(failures.slice(0, 3), `${failures.length} differ`).to.deep.equal([]);
    const refused = answers.filter(({ error }) => error !== undefined).length;
    expect(refused).to.be.within(COUNT / 20, COUNT / 2);
  });

  for (const { row, text, kubectl, taskpack } of LISTED_DIFFERENCES) {
    it(`differs from kubectl on purpose: ${row}`, () => {
      const [answer] = askKubectl(program, [text]);
      expectReading(outcomeOfKubectl(answer), kubectl);
      expectReading(outcomeOfTaskpack(text), taskpack);
    });
  }

  it('documents every difference', () => {
    const rows = readFileSync(path.join(ROOT, DOCUMENTATION), 'utf8')
      .split('\n')
      .map((line) => line.split('|')[1]?.trim());
    expect(rows).to.include.members(LISTED_DIFFERENCES.map(({ row }) => row));
  });
});

function outcomeOfKubectl(answer: KubectlAnswer | undefined): readonly Json[] | string {
  return answer?.error ?? answer?.documents ?? 'no answer';
}

function outcomeOfTaskpack(text: string): readonly Json[] | string {
  const { documents, problems } = parseYaml(text, 'in.yaml');
  return problems[0]?.message ?? documents.map(({ value }) => asJson(value));
}

function expectReading(outcome: readonly Json[] | string, expected: readonly Json[] | string): void {
  if (typeof expected === 'string') expect(outcome).to.be.a('string').that.includes(expected);
  else expect(outcome).to.deep.equal(expected);
}
