import { expect } from 'chai';
import { activityOf } from '../../../../src/cli/wait/build-state.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

const STARTED = { startedAt: '2026-01-01T00:00:00Z' };
const ENDED = { ...STARTED, finishedAt: '2026-01-01T00:00:01Z', exitCode: 0 };

/** Statuses of unfinished Builds, and what the Builds do. */
const CASES: Readonly<Record<string, readonly [JsonObject, string | undefined]>> = {
  'no status': [{}, 'waits for its controller'],
  'a reason': [{ conditions: [unknown('BuilderNotReady', 'not ready')] }, 'waits: BuilderNotReady: not ready'],
  'a reason without a message': [{ conditions: [unknown('PodInitializing')] }, 'waits: PodInitializing'],
  'a running phase': [
    { conditions: [unknown()], steps: [{ name: 'prepare', ...ENDED }, { name: 'analyze', ...STARTED }, { name: 'x' }] },
    'analyze',
  ],
  'no running phase': [{ conditions: [unknown()], steps: [{ name: 'prepare', ...ENDED }, { name: 'x' }] }, undefined],
};

describe('the activity of a Build', () => {
  for (const [name, [status, activity]] of Object.entries(CASES)) {
    it(`is known from a status with ${name}`, () => {
      const build = { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { name: 'app' }, status };
      expect(activityOf(build)).to.equal(activity);
    });
  }
});

function unknown(reason?: string, message?: string): JsonObject {
  return { type: 'Succeeded', status: 'Unknown', ...(reason && { reason }), ...(message && { message }) };
}
