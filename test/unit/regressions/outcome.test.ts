import { expect } from 'chai';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { taskRunProgress } from '../../../translators/progress/task-run-progress.ts';
import { ended, FULL_BUILD, INITIALIZING, RUNNING, SKIPPED, somePod } from '../translators/progress/some-pod.ts';
import { resultList, someTaskRun } from '../translators/progress/some-task-run.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';
import { asTaskRun } from '../../../src/core/model/objects/task-run.ts';

const REPORT = { IMAGE_URL: 'registry.example/app', IMAGE_DIGEST: `sha256:${'a'.repeat(64)}` };
const MESSAGE = JSON.stringify(REPORT);

/** Every container may claim that the image is there. */
const STATES: readonly JsonObject[] = [
  INITIALIZING,
  RUNNING,
  SKIPPED,
  ended(0, { message: MESSAGE }),
  ended(1, { message: MESSAGE }),
  ended(137, { message: MESSAGE, reason: 'OOMKilled' }),
];

const states = fc.record(
  Object.fromEntries([...FULL_BUILD, 'istio-proxy'].map((name) => [name, fc.constantFrom(...STATES)])),
);

// Known bug: success-before-completion.
describe('a Build whose containers report any statuses', () => {
  it('has an image exactly if completion exited with 0, whatever the status of its Pod is', () => {
    const layout = fc.constantFrom('init', 'containers');
    const phase = fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed');
    fc.assert(
      fc.property(states, layout, phase, (generated, kind, said) => {
        const pod = somePod({ layout: kind, states: generated, sidecars: ['istio-proxy'], status: { phase: said } });
        expect(podProgress(asPod(pod)).outcome).to.deep.equal(isCompleted(generated) ? REPORT : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('has an image exactly if completion exited with 0, whatever the status of its TaskRun is', () => {
    const status = fc.constantFrom('Unknown', 'True', 'False');
    fc.assert(
      fc.property(states, status, (generated, said) => {
        const steps = Object.fromEntries(
          FULL_BUILD.map((name) => [name, { ...generated[name], results: resultList(REPORT) }]),
        );
        const taskRun = someTaskRun({ condition: { status: said }, steps, results: REPORT });
        const { outcome } = taskRunProgress(asTaskRun(taskRun), undefined);
        expect(outcome).to.deep.equal(isCompleted(generated) ? REPORT : undefined);
      }),
      { numRuns: 1000 },
    );
  });
});

function isCompleted(generated: Readonly<Record<string, JsonObject>>): boolean {
  return generated['completion'] === STATES[3];
}
