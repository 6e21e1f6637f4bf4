import { expect } from 'chai';
import { podRecord, type PodRecord } from '../../../../../src/controller/builds/cache/workload-records.ts';
import { taskRunRecord, type TaskRunRecord } from '../../../../../src/controller/builds/cache/workload-records.ts';
import { observedPod, observedTaskRun } from '../../../../../src/controller/builds/observe/observed-workload.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';

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

describe('an observed workload', () => {
  it('names the Secrets that a Pod mounts', () => {
    expect(observedPod(pod({ volumes: VOLUMES }, {})).secrets).to.deep.equal(['docker', 'of-a-service']);
  });

  it('names the Secrets that a TaskRun mounts after its Pod is gone', () => {
    const spec = { taskSpec: { volumes: VOLUMES } };
    const mounting = taskRunRecord({ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata: METADATA, spec });
    expect(observedTaskRun(mounting, undefined).secrets).to.deep.equal(['docker', 'of-a-service']);
  });

  it('is unscheduled, scheduled or started', () => {
    expect(observedPod(pod({}, {})).stage).to.equal('unscheduled');
    expect(observedPod(pod({ nodeName: 'one' }, {})).stage).to.equal('scheduled');
    expect(observedPod(pod({ nodeName: 'one' }, STARTED)).stage).to.equal('started');
  });

  it('waits for sidecars from the start of its Pod until Tekton marks the Pod as ready', () => {
    expect(observedTaskRun(taskRun({}), undefined).stage).to.equal('not-started');
    expect(observedTaskRun(taskRun(STARTED), undefined).stage).to.equal('started');
    expect(observedTaskRun(taskRun(STARTED), pod({}, {})).stage).to.equal('started');
    expect(observedTaskRun(taskRun(STARTED), pod({}, STARTED)).stage).to.equal('waiting-for-sidecars');
    expect(observedTaskRun(taskRun(STARTED), pod({}, STARTED, { 'tekton.dev/ready': 'READY' })).stage).to.equal(
      'started',
    );
  });
});
