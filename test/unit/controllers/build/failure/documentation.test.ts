import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  conditionReason,
  EXPLANATIONS,
  type FailureReason,
} from '../../../../../src/controllers/build/failure/failure-reason.ts';
import { ROOT } from '../../../../support/command.ts';

describe('docs/build-failures.md', () => {
  const [, ...sections] = readFileSync(path.join(ROOT, 'docs/build-failures.md'), 'utf8').split(/^## /m);

  it('lists every reason with what it means, who acts and what to try', () => {
    const rows = sections.flatMap((section) => rowsOf(section));
    expect(Object.fromEntries(rows)).to.deep.equal(EXPLANATIONS);
    expect(rows).to.have.length(Object.keys(EXPLANATIONS).length);
  });

  it("lists those together that have kpack's word in the condition", () => {
    const ofPhases = rowsOf(sections.find((section) => section.startsWith('A phase failed by itself')) ?? '');
    const failed = Object.keys(EXPLANATIONS).filter((reason) => conditionReason(reason as FailureReason) === 'Failed');
    expect(ofPhases.map(([reason]) => reason)).to.have.members(failed);
  });

  it('explains in whole sentences', () => {
    for (const { meaning, advice } of Object.values(EXPLANATIONS)) {
      expect(meaning).to.match(/^[A-Z].*[^.]$/);
      expect(advice).to.match(/^[A-Z].*\.$/);
    }
  });
});

function rowsOf(section: string): readonly (readonly [string, object])[] {
  return section.split('\n').flatMap((line) => {
    const { reason = '', rest = '' } = /^\| `(?<reason>\w+)` *\|(?<rest>.*)\|$/.exec(line)?.groups ?? {};
    const [actor, meaning, advice] = rest.split('|').map((cell) => cell.trim());
    return reason === '' ? [] : [[reason, { actor, meaning, advice }] as const];
  });
}
