import { expect } from 'chai';
import { withTransitionTimes } from '../../../../src/controller/kit/status.ts';

function writtenMessage(message: string): string | undefined {
  return withTransitionTimes([], [{ type: 'Ready', status: 'False', message }], '')[0]?.message;
}

describe('withTransitionTimes', () => {
  it('cuts a message after 4,096 characters', () => {
    expect(writtenMessage('x'.repeat(4_096))).to.equal('x'.repeat(4_096));
    expect(writtenMessage('x'.repeat(1_000_000))).to.equal(`${'x'.repeat(4_095)}…`);
  });
});
