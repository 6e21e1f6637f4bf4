import { expect } from 'chai';
import { requeueIfBehind } from '../../../../src/controller/kit/requeue-if-behind.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';

const DONE: Outcome = { kind: 'done' };
const FAILED: Outcome = { kind: 'failed', error: new Error('gone') };

function requeueAfter(afterMs: number): Outcome {
  return { kind: 'requeue', afterMs };
}

describe('a key whose own writes the caches have not seen', () => {
  for (const [what, outcome, expiresInMs, result] of [
    ['is done if the caches are up to date', DONE, [undefined, undefined], DONE],
    ['is reconciled again when the first write expires', DONE, [undefined, 30, 20], requeueAfter(20)],
    ['is reconciled again at its own time if that is earlier', requeueAfter(10), [20], requeueAfter(10)],
    ['is reconciled again before its own time', requeueAfter(50), [20], requeueAfter(20)],
    ['is retried as every key that failed', FAILED, [20], FAILED],
  ] as const) {
    it(what, () => expect(requeueIfBehind(outcome, ...expiresInMs)).to.deep.equal(result));
  }
});
