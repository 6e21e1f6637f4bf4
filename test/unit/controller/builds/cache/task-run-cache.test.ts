import { expect } from 'chai';
import { taskRunRecord, type TaskRunRecord } from '../../../../../src/controller/builds/cache/workload-records.ts';
import { observedFeatureFlags } from '../../../../../src/controller/builds/cache/task-run-cache.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';

function taskRun(second: number, featureFlags?: Readonly<Record<string, boolean>>): TaskRunRecord {
  const creationTimestamp = new Date(second * 1000).toISOString();
  return taskRunRecord({
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: `at-${second}`, namespace: 'team', uid: `${second}`, resourceVersion: '1', creationTimestamp },
    status: featureFlags === undefined ? {} : { provenance: { featureFlags } },
  } as KubeObject);
}

const ON = { enableKubernetesSidecar: true };
const OFF = {};

describe('the feature flags that TaskRuns show', () => {
  it('are unknown until a TaskRun shows them', () => {
    const flags = observedFeatureFlags();
    flags.observe({ kind: 'added', key: 'a', object: taskRun(1) });
    expect(flags.hasNativeSidecars()).to.equal(undefined);
  });

  it('are those of the newest TaskRun in any order of changes', () => {
    const flags = observedFeatureFlags();
    for (const object of [taskRun(2, ON), taskRun(1, OFF), taskRun(3)])
      flags.observe({ kind: 'added', key: 'a', object });
    expect(flags.hasNativeSidecars()).to.equal(true);
    flags.observe({ kind: 'added', key: 'a', object: taskRun(4, OFF) });
    expect(flags.hasNativeSidecars()).to.equal(false);
  });

  it('are not those of an older or deleted TaskRun', () => {
    const flags = observedFeatureFlags();
    flags.observe({ kind: 'added', key: 'a', object: taskRun(2, ON) });
    flags.observe({ kind: 'updated', key: 'a', object: taskRun(1, OFF), previous: taskRun(1) });
    flags.observe({ kind: 'deleted', key: 'a', object: taskRun(3, OFF), isTombstone: false });
    expect(flags.hasNativeSidecars()).to.equal(true);
  });
});
