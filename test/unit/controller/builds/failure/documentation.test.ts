import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  conditionReason,
  EXPLANATIONS,
  type FailureReason,
} from '../../../../../src/core/model/failures/explanations.ts';
import { COMPLETION_FAILURES } from '../../../../../src/core/model/step-failures/completion-failures.ts';
import { PREPARE_FAILURES } from '../../../../../src/core/model/step-failures/prepare-failures.ts';
import { STEP_FAILURES } from '../../../../../src/core/model/step-failures/step-failures.ts';
import { ROOT } from '../../../../support/command.ts';

type Row = Readonly<Record<string, string>>;

describe('docs/reference/build-failures.md', () => {
  const [, ...sections] = readFileSync(path.join(ROOT, 'docs/reference/build-failures.md'), 'utf8').split(/^## /m);
  const rowsIn = (title: string): readonly Row[] => {
    const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
    return rowsOf(section);
  };

  it('lists every reason with its meaning, actor and advice', () => {
    const rows = sections.flatMap(rowsOf);
    const explained = Object.entries(EXPLANATIONS).map(([reason, { actor, meaning, advice }]) => ({
      reason: `\`${reason}\``,
      'who acts': actor,
      'what has happened': meaning,
      'what to try': advice,
    }));
    expect(
      rows.map((row) => picked(row, 'reason', 'who acts', 'what has happened', 'what to try')),
    ).to.have.deep.members(explained);
  });

  it("lists the exit codes of taskpack's steps in ascending order", () => {
    const rows = rowsIn('A taskpack step failed by itself').map(({ reason, code, step }) => ({ reason, code, step }));
    const failures = Object.entries(STEP_FAILURES).map(([name, { exitCode }]) => ({
      reason: `\`${name}\``,
      code: `${exitCode}`,
      step: [
        ...(name in PREPARE_FAILURES ? ['prepare'] : []),
        ...(name in COMPLETION_FAILURES ? ['completion'] : []),
      ].join(', '),
    }));
    expect(rows).to.have.deep.members(failures);
    const codes = rows.map(({ code }) => Number(code));
    expect(codes).to.deep.equal(codes.toSorted((one, other) => one - other));
  });

  it("lists together the reasons for which the condition has kpack's reason", () => {
    const ofPhases = ['A phase failed by itself', 'A taskpack step failed by itself'].flatMap(rowsIn);
    const failed = Object.keys(EXPLANATIONS).filter((reason) => conditionReason(reason as FailureReason) === 'Failed');
    expect(ofPhases.map(({ reason }) => reason)).to.have.members(failed.map((reason) => `\`${reason}\``));
  });

  it('explains in complete sentences', () => {
    for (const { meaning, advice } of Object.values(EXPLANATIONS)) {
      expect(meaning).to.match(/^[A-Z].*[^.]$/);
      expect(advice).to.match(/^[A-Z].*\.$/);
    }
  });
});

/** Returns the rows of a section's table by column header. */
function rowsOf(section: string): readonly Row[] {
  const [heads = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => Object.fromEntries(heads.map((head, column) => [head, cells[column] ?? ''])));
}

function picked(row: Row, ...heads: readonly string[]): Row {
  return Object.fromEntries(heads.map((head) => [head, row[head] ?? '']));
}
