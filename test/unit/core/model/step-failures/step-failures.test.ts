import { expect } from 'chai';
import { COMPLETION_FAILURES } from '../../../../../src/core/model/step-failures/completion-failures.ts';
import { PREPARE_FAILURES } from '../../../../../src/core/model/step-failures/prepare-failures.ts';
import { stepFailureOf } from '../../../../../src/core/model/step-failures/step-failures.ts';

for (const [step, failures, unexpected] of [
  ['prepare', PREPARE_FAILURES, 'PrepareFailed'],
  ['completion', COMPLETION_FAILURES, 'CompletionFailed'],
] as const) {
  describe(`the failures of ${step}`, () => {
    const codes = Object.values(failures).map(({ exitCode }) => exitCode);

    it('have unique exit codes that shells, the kernel and the waiter do not use', () => {
      expect(new Set(codes).size).to.equal(codes.length);
      expect(codes.filter((code) => code < 1 || code > 100)).to.deep.equal([]);
    });

    it('are found by their exit code', () => {
      for (const [name, { exitCode }] of Object.entries(failures)) {
        expect(stepFailureOf(step, exitCode)).to.equal(name);
      }
      expect(stepFailureOf(step, 99)).to.equal(undefined);
    });

    it('use exit code 1 for unexpected errors, as Node does', () => {
      expect(stepFailureOf(step, 1)).to.equal(unexpected);
    });
  });
}
