import { expect } from 'chai';
import { EXPLANATIONS } from '../../../../src/core/model/failures/explanations.ts';
import { responsibleText, retryCommand } from '../../../../src/insight/views/failure-view.ts';

const BUILD = { name: 'shop-build-10', namespace: 'team' };

describe('the view of a failure', () => {
  it('prints the command that builds again if the advice is to do so', () => {
    expect(retryCommand({ advice: 'Create the Build again.' }, BUILD)).to.equal('taskpack retry shop-build-10 -n team');
    expect(retryCommand({ advice: 'Then the author creates the Build again.' }, { name: 'shop' })).to.equal(
      'taskpack retry shop',
    );
    for (const advice of ['Treat this as an attack, and do not create the Build again.', 'Raise it in a new Build.']) {
      expect(retryCommand({ advice }, BUILD)).to.equal(undefined);
    }
    expect(retryCommand({}, BUILD)).to.equal(undefined);
  });

  it('prints no such command for failures that a repetition cannot mend', () => {
    const without = Object.entries(EXPLANATIONS).flatMap(([reason, { advice }]) =>
      retryCommand({ advice }, BUILD) === undefined ? [reason] : [],
    );
    expect(without).to.include.members(['BuildRefused', 'OutOfMemory', 'NothingDetected', 'Debugged']);
    expect(without).to.not.include.members(['Cancelled', 'NodeLost', 'Evicted']);
  });

  it('names the owner of the builder exactly if the advice begins with them', () => {
    for (const [reason, { actor, advice }] of Object.entries(EXPLANATIONS)) {
      const isOfBuilder = /^(?:Read the log: it names what is missing\. )?The owner of the builder/.test(advice);
      const text = responsibleText({ reason, actor });
      expect(text?.startsWith('the owner of the builder, or the operator'), reason).to.equal(isOfBuilder);
    }
    expect(responsibleText({ reason: 'DetectFailed', actor: 'user' })).to.equal('the author of the Build');
    expect(responsibleText({ reason: 'DetectFailed' })).to.equal(undefined);
  });
});
