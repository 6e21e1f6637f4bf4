import { expect } from 'chai';
import { isFinished, succeededCondition } from '../../../../src/core/model/conditions.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

function withConditions(...conditions: readonly JsonObject[]): JsonObject {
  return { status: { conditions } };
}

describe('succeededCondition', () => {
  it('returns the Succeeded condition among all conditions', () => {
    const object = withConditions(
      { type: 'Ready', status: 'True' },
      { type: 'Succeeded', status: 'False', reason: 'Failed', message: 'no', lastTransitionTime: 'now' },
    );
    expect(succeededCondition(object)).to.include({ status: 'False', reason: 'Failed', message: 'no' });
  });

  it('returns undefined if the status has no such condition', () => {
    for (const object of [{}, { status: null }, withConditions({ type: 'Ready', status: 'True' })]) {
      expect(succeededCondition(object)).to.equal(undefined);
    }
  });
});

describe('isFinished', () => {
  it('is true for True and False only', () => {
    const finished = ['True', 'False', 'Unknown', ''].map((status) =>
      isFinished(withConditions({ type: 'Succeeded', status })),
    );
    expect(finished).to.deep.equal([true, true, false, false]);
    expect(isFinished({})).to.equal(false);
  });
});
