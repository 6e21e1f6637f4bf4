import { expect } from 'chai';
import { formatEqual, groupEqual } from '../../../src/cli/equal-problems.ts';
import {
  fieldError,
  fieldNote,
  fieldWarning,
  type FieldProblem,
  type Problem,
} from '../../../src/core/model/problem.ts';

const PATH = ['spec', 'serviceAccountName'];

function at(line: number, problem: FieldProblem): Problem {
  return { ...problem, location: { file: 'a.yaml', line, column: 1 } };
}

function lines(problems: readonly Problem[]): readonly string[] {
  return groupEqual(problems).map(formatEqual);
}

describe('equal problems', () => {
  it('are one line with their number and the first places', () => {
    const warnings = Array.from({ length: 5_000 }, (_, index) => at(index + 1, fieldWarning(PATH, 'is missing')));
    expect(lines(warnings)).to.deep.equal([
      'a.yaml:1:1 spec.serviceAccountName: is missing (and 4999 more: a.yaml:2:1, a.yaml:3:1, a.yaml:4:1, …)',
    ]);
    expect(lines(warnings.slice(0, 2))).to.deep.equal([
      'a.yaml:1:1 spec.serviceAccountName: is missing (and 1 more: a.yaml:2:1)',
    ]);
  });

  it('are also equal in the items of a List', () => {
    const items = [0, 1].map((index) => at(index + 1, fieldWarning(['items', index, ...PATH], 'is missing')));
    expect(lines(items)).to.deep.equal([
      'a.yaml:1:1 items[0].spec.serviceAccountName: is missing (and 1 more: a.yaml:2:1)',
    ]);
  });

  it('may have no place', () => {
    expect(lines([fieldNote(PATH, 'x'), fieldNote(PATH, 'x')])).to.deep.equal([
      'spec.serviceAccountName: x (and 1 more)',
    ]);
  });

  it('keep the order, and differ by severity, field, message and details', () => {
    const [warning, note] = [fieldWarning(PATH, 'x'), fieldNote(PATH, 'x')];
    const others = [fieldWarning(['spec'], 'x'), fieldWarning(PATH, 'y'), { ...warning, details: 'z' }];
    expect(groupEqual([note, warning, ...others, note]).map(({ first }) => first)).to.deep.equal([
      note,
      warning,
      ...others,
    ]);
  });

  it('are printed at each place if they are errors', () => {
    const errors = [1, 2].map((line) => at(line, fieldError(PATH, 'x')));
    expect(lines(errors)).to.deep.equal([
      'a.yaml:1:1 spec.serviceAccountName: x',
      'a.yaml:2:1 spec.serviceAccountName: x',
    ]);
  });

  it('are one line with all places if they are many errors, and keep their order', () => {
    const errors = Array.from({ length: 81 }, (_, index) => at(index + 1, fieldError(PATH, 'x')));
    const [first = '', other, ...more] = lines([
      ...errors.slice(0, 1),
      at(99, fieldError(PATH, 'y')),
      ...errors.slice(1),
    ]);
    expect(first).to.match(/^a\.yaml:1:1 spec\.serviceAccountName: x \(and 80 more: a\.yaml:2:1, .*, a\.yaml:81:1\)$/);
    expect(first.split(',')).to.have.length(80);
    expect([other, ...more]).to.deep.equal(['a.yaml:99:1 spec.serviceAccountName: y']);
  });

  it('are one problem if two objects find it at one place', () => {
    const [error, warning] = [at(1, fieldError(PATH, 'x')), at(2, fieldWarning(PATH, 'y'))];
    expect(lines([error, warning, { ...error }, { ...warning }])).to.deep.equal([
      'a.yaml:1:1 spec.serviceAccountName: x',
      'a.yaml:2:1 spec.serviceAccountName: y',
    ]);
  });
});
