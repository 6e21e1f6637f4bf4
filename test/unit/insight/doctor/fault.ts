import { expect } from 'chai';
import { diagnose } from '../../../../src/insight/doctor/diagnose.ts';
import type { CheckName, Finding, FindingResult } from '../../../../src/insight/doctor/finding.ts';
import { someFacts } from './some-facts.ts';

export type Changes = Parameters<typeof someFacts>[0];

/** A fault of the facts, and the one finding that it causes. */
export type Fault = readonly [
  title: string,
  changes: Changes,
  check: CheckName,
  result: FindingResult,
  message: RegExp,
];

/** Fails unless the checks have one finding of the fault's result: the one that the fault causes. */
export function expectOnly([, changes, check, result, message]: Fault): void {
  const problems = problemsOf(diagnose(someFacts(changes))).filter(({ result: each }) => each === result);
  expect(problems.map((each) => [each.check, each.result])).to.deep.equal([[check, result]]);
  expect(problems[0]?.message).to.match(message);
  expect(problems[0]?.advice).to.match(/^(?:[A-Z]|taskpack's).*[^ ]$/);
}

/** Returns the findings that are more than a confirmation. */
export function problemsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ result }) => result !== 'ok');
}
