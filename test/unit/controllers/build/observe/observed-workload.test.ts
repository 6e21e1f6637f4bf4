import { expect } from 'chai';
import { podRecord } from '../../../../../src/controllers/build/kept/pod-record.ts';
import { taskRunRecord } from '../../../../../src/controllers/build/kept/task-run-record.ts';
import { observedPod, observedTaskRun } from '../../../../../src/controllers/build/observe/observed-workload.ts';

const VOLUMES = [
  { name: 'registry-credentials', secret: { secretName: 'docker', defaultMode: 420 } },
  { name: 'work', emptyDir: {} },
  { name: 'binding', secret: { secretName: 'of-a-service' } },
];
const METADATA = { name: 'shop', namespace: 'team', uid: 'uid', resourceVersion: '1' };

describe('a workload as it is kept', () => {
  it('is known by the Secrets that a Pod mounts', () => {
    const pod = podRecord({ apiVersion: 'v1', kind: 'Pod', metadata: METADATA, spec: { volumes: VOLUMES } });
    expect(observedPod(pod).secrets).to.deep.equal(['docker', 'of-a-service']);
  });

  it('is known by the Secrets that a TaskRun mounts, when its Pod has gone', () => {
    const spec = { taskSpec: { volumes: VOLUMES } };
    const taskRun = taskRunRecord({ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata: METADATA, spec });
    expect(observedTaskRun(taskRun, undefined).secrets).to.deep.equal(['docker', 'of-a-service']);
  });
});
