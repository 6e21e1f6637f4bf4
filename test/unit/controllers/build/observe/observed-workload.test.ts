import { expect } from 'chai';
import { podRecord, type PodRecord } from '../../../../../src/controllers/build/kept/pod-record.ts';
import { taskRunRecord, type TaskRunRecord } from '../../../../../src/controllers/build/kept/task-run-record.ts';
import { observedPod, observedTaskRun } from '../../../../../src/controllers/build/observe/observed-workload.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';

const VOLUMES = [
  { name: 'registry-credentials', secret: { secretName: 'docker', defaultMode: 420 } },
  { name: 'work', emptyDir: {} },
  { name: 'binding', secret: { secretName: 'of-a-service' } },
];
const STARTED = { startTime: '2026-01-02T03:04:05Z' };
const METADATA = { name: 'shop', namespace: 'team', uid: 'uid', resourceVersion: '1' };

function pod(spec: JsonObject, status: JsonObject, annotations: Readonly<Record<string, string>> = {}): PodRecord {
  return podRecord({ apiVersion: 'v1', kind: 'Pod', metadata: { ...METADATA, annotations }, spec, status });
}

function taskRun(status: JsonObject): TaskRunRecord {
  return taskRunRecord({ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata: METADATA, spec: {}, status });
}

describe('a workload as it is kept', () => {
  it('is known by the Secrets that a Pod mounts', () => {
    expect(observedPod(pod({ volumes: VOLUMES }, {})).secrets).to.deep.equal(['docker', 'of-a-service']);
  });

  it('is known by the Secrets that a TaskRun mounts, when its Pod has gone', () => {
    const spec = { taskSpec: { volumes: VOLUMES } };
    const mounting = taskRunRecord({ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata: METADATA, spec });
    expect(observedTaskRun(mounting, undefined).secrets).to.deep.equal(['docker', 'of-a-service']);
  });

  it('is with nobody, a node, or its kubelet', () => {
    expect(observedPod(pod({}, {})).stage).to.equal('unscheduled');
    expect(observedPod(pod({ nodeName: 'one' }, {})).stage).to.equal('scheduled');
    expect(observedPod(pod({ nodeName: 'one' }, STARTED)).stage).to.equal('taken-on');
  });

  it('is held back by Tekton from when a kubelet has its pod until that is ready', () => {
    expect(observedTaskRun(taskRun({}), undefined).stage).to.equal('new');
    expect(observedTaskRun(taskRun(STARTED), undefined).stage).to.equal('begun');
    expect(observedTaskRun(taskRun(STARTED), pod({}, {})).stage).to.equal('begun');
    expect(observedTaskRun(taskRun(STARTED), pod({}, STARTED)).stage).to.equal('held-back');
    expect(observedTaskRun(taskRun(STARTED), pod({}, STARTED, { 'tekton.dev/ready': 'READY' })).stage).to.equal(
      'begun',
    );
  });
});
