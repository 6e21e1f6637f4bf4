import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FAILURES } from '../../../../src/steps/prepare/failure.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../../../docs/prepare-exit-codes.md');

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('prepare: exit codes', () => {
  it('are those of the documentation', () => {
    const rows = readFileSync(DOCUMENT, 'utf8')
      .split('\n')
      .filter((line) => /^\| +\d/.test(line))
      .map(cells);
    expect(rows).to.deep.equal(
      Object.entries(FAILURES).map(([name, { exitCode, meaning, remedy }]) => [`${exitCode}`, name, meaning, remedy]),
    );
  });

  it('are one each, and none that shells and kernels use', () => {
    const codes = Object.values(FAILURES).map(({ exitCode }) => exitCode);
    expect(new Set(codes).size).to.equal(codes.length);
    expect(codes.filter((code) => code < 1 || code > 100)).to.deep.equal([]);
  });
});
