import { expect } from 'chai';
import { taskRunRecord, type TaskRunRecord } from '../../../../../src/controllers/build/kept/task-run-record.ts';
import { makeToldFlags } from '../../../../../src/controllers/build/kept/told-flags.ts';
import type { KubeObject } from '../../../../../src/kube/client/kube-object.ts';

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

describe('the flags that TaskRuns tell of', () => {
  it('are unknown while none has told any', () => {
    const flags = makeToldFlags();
    flags.take({ kind: 'added', key: 'a', object: taskRun(1) });
    expect(flags.hasNativeSidecars()).to.equal(undefined);
  });

  it('are those of the newest, in whatever order they come', () => {
    const flags = makeToldFlags();
    for (const object of [taskRun(2, ON), taskRun(1, OFF), taskRun(3)]) flags.take({ kind: 'added', key: 'a', object });
    expect(flags.hasNativeSidecars()).to.equal(true);
    flags.take({ kind: 'added', key: 'a', object: taskRun(4, OFF) });
    expect(flags.hasNativeSidecars()).to.equal(false);
  });

  it('are not those of an older one that is changed late, or of one that goes', () => {
    const flags = makeToldFlags();
    flags.take({ kind: 'added', key: 'a', object: taskRun(2, ON) });
    flags.take({ kind: 'updated', key: 'a', object: taskRun(1, OFF), previous: taskRun(1) });
    flags.take({ kind: 'deleted', key: 'a', object: taskRun(3, OFF), isTombstone: false });
    expect(flags.hasNativeSidecars()).to.equal(true);
  });
});
