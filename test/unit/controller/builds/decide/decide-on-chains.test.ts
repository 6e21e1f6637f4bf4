import { expect } from 'chai';
import {
  ASK_AGAIN_AFTER_MS,
  type ChainsDecision,
  decideOnChains,
} from '../../../../../src/controller/builds/decide/decide-on-chains.ts';
import type { ChainsState } from '../../../../../src/controller/builds/status/chains-state.ts';
import { CHAINS_LOGIN_LIMIT_MS } from '../../../../../src/core/model/chains-login.ts';

const NOW = 1_000_000_000_000;
const LIMIT = CHAINS_LOGIN_LIMIT_MS;
const PAUSE = ASK_AGAIN_AFTER_MS;

/** A row has the milliseconds since the login was given and since Tekton Chains was asked again. */
type Row = readonly [
  isDone: boolean,
  signing: ChainsState['signing'],
  given: number | undefined,
  asked: number | undefined,
  expected: ChainsDecision,
];

const TABLE: readonly Row[] = [
  [false, 'pending', undefined, undefined, { kind: 'done' }],
  [false, 'failed', undefined, undefined, { kind: 'done' }],
  [false, 'signed', 0, undefined, { kind: 'done' }],
  [true, 'pending', undefined, undefined, { kind: 'give-login' }],
  [true, 'failed', undefined, undefined, { kind: 'give-login' }],
  [true, 'signed', undefined, undefined, { kind: 'take-login' }],
  [true, 'pending', 0, undefined, { kind: 'wait', afterMs: LIMIT }],
  [true, 'pending', LIMIT - 1, undefined, { kind: 'wait', afterMs: 1 }],
  [true, 'pending', LIMIT, undefined, { kind: 'take-login' }],
  [true, 'pending', -1000, undefined, { kind: 'wait', afterMs: LIMIT + 1000 }],
  [true, 'pending', -LIMIT, undefined, { kind: 'take-login' }],
  [true, 'signed', 0, undefined, { kind: 'take-login' }],
  [true, 'failed', 0, undefined, { kind: 'wait', afterMs: PAUSE }],
  [true, 'failed', PAUSE, undefined, { kind: 'ask-again' }],
  [true, 'failed', PAUSE + 1000, 1000, { kind: 'wait', afterMs: PAUSE - 1000 }],
  [true, 'failed', 2 * PAUSE, PAUSE, { kind: 'ask-again' }],
  [true, 'failed', LIMIT - 1, 0, { kind: 'wait', afterMs: 1 }],
  [true, 'failed', LIMIT, PAUSE, { kind: 'take-login' }],
];

describe('the decision on the login of Tekton Chains', () => {
  for (const [isDone, signing, given, asked, expected] of TABLE) {
    const run = isDone
      ? `${signing}, given ${given ?? 'never'} ms ago, asked again ${asked ?? 'never'} ms ago`
      : 'runs';
    it(`is ${expected.kind} for a TaskRun that is ${run}`, () => {
      const state: ChainsState = {
        secret: 'push',
        isDone,
        signing,
        ...(given !== undefined && { givenAtMs: NOW - given }),
        ...(asked !== undefined && { askedAgainAtMs: NOW - asked }),
      };
      expect(decideOnChains(state, NOW)).to.deep.equal(expected);
    });
  }
});
