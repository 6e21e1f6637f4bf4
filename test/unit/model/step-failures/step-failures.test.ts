import { expect } from 'chai';
import { COMPLETION_FAILURES } from '../../../../src/model/step-failures/of-completion.ts';
import { PREPARE_FAILURES } from '../../../../src/model/step-failures/of-prepare.ts';
import { stepFailureOf } from '../../../../src/model/step-failures/step-failures.ts';

for (const [step, failures, unexpected] of [
  ['prepare', PREPARE_FAILURES, 'PrepareFailed'],
  ['completion', COMPLETION_FAILURES, 'CompletionFailed'],
] as const) {
  describe(`the failures of ${step}`, () => {
    const codes = Object.values(failures).map(({ exitCode }) => exitCode);

    it('have an exit code each, which shells, kernels and the waiter do not use', () => {
      expect(new Set(codes).size).to.equal(codes.length);
      expect(codes.filter((code) => code < 1 || code > 100)).to.deep.equal([]);
    });

    it('are known by it', () => {
      for (const [name, { exitCode }] of Object.entries(failures)) {
        expect(stepFailureOf(step, exitCode)).to.equal(name);
      }
      expect(stepFailureOf(step, 99)).to.equal(undefined);
    });

    it('has one for what nobody expects, by which Node exits too', () => {
      expect(stepFailureOf(step, 1)).to.equal(unexpected);
    });
  });
}
