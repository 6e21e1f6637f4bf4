import { expect } from 'chai';
import * as fc from 'fast-check';
import { objectAt, objectsAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { taskRunProgress } from '../../../translators/progress/task-run-progress.ts';
import { all, ended, FULL_BUILD, RUNNING, somePod } from '../translators/progress/some-pod.ts';
import { someTaskRun } from '../translators/progress/some-task-run.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';
import { asTaskRun } from '../../../src/core/model/objects/task-run.ts';

const REPORT = JSON.stringify({ IMAGE_URL: 'registry.example/app', IMAGE_DIGEST: `sha256:${'a'.repeat(64)}` });
const BUILT = { ...all(FULL_BUILD, ended(0)), completion: ended(0, { message: REPORT }) };

/** A proxy beside phases, each as far as it may be. */
const WORLDS: readonly Readonly<Record<string, JsonObject>>[] = [
  { ...BUILT, 'istio-proxy': RUNNING },
  { ...BUILT, 'istio-proxy': ended(137, { message: REPORT.replaceAll('a', 'b') }) },
  { ...BUILT, build: ended(51), export: ended(121), completion: ended(121), 'istio-proxy': ended(0) },
  { ...all(FULL_BUILD, RUNNING), prepare: ended(0), 'istio-proxy': RUNNING },
];

// Known bug: proxy-listed-first.
describe('containers of a Pod in any order', () => {
  it('are distinguished by their names: the proxy of a Pod may come first or last', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORLDS), fc.infiniteStream(fc.nat()), (states, random) => {
        const pod = somePod({ layout: 'containers', sidecars: ['istio-proxy'], states, status: { phase: 'Running' } });
        expect(podProgress(asPod(reordered(pod, random)))).to.deep.equal(podProgress(asPod(pod)));
      }),
    );
  });

  it('are distinguished by their names: steps and proxy of a TaskRun may be listed in any order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORLDS), fc.infiniteStream(fc.nat()), (states, random) => {
        const { 'istio-proxy': _, ...steps } = states;
        const taskRun = someTaskRun({ condition: { status: 'Unknown' }, steps });
        const pod = somePod({
          phases: FULL_BUILD.map((name) => `step-${name}`),
          layout: 'containers',
          sidecars: ['sidecar-dummy', 'istio-proxy'],
          states,
        });
        const status = objectAt(taskRun, 'status');
        const mixed = { ...taskRun, status: { ...status, steps: shuffled(objectsAt(status, 'steps'), random) } };
        const { foreign, ...rest } = taskRunProgress(asTaskRun(mixed), asPod(reordered(pod, random)));
        const { foreign: expected, ...others } = taskRunProgress(asTaskRun(taskRun), asPod(pod));
        expect(rest).to.deep.equal(others);
        expect(foreign).to.have.deep.members([...expected]);
      }),
    );
  });
});

/** The same Pod, with its containers and their statuses listed in other orders. */
function reordered(pod: JsonObject, random: Iterable<number>): JsonObject {
  const spec = objectAt(pod, 'spec');
  const status = objectAt(pod, 'status');
  return {
    ...pod,
    spec: { ...spec, containers: shuffled(objectsAt(spec, 'containers'), random) },
    status: { ...status, containerStatuses: shuffled(objectsAt(status, 'containerStatuses'), random) },
  };
}

function shuffled(items: readonly JsonObject[], random: Iterable<number>): readonly JsonObject[] {
  const keys = random[Symbol.iterator]();
  return items
    .map((item) => [Number(keys.next().value ?? 0), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
