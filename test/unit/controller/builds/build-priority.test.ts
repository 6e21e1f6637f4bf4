import { expect } from 'chai';
import { priorityOfBuild } from '../../../../src/controller/builds/build-priority.ts';
import { buildRecord } from '../../../../src/controller/builds/cache/build-record.ts';
import { podRecord, taskRunRecord } from '../../../../src/controller/builds/cache/workload-records.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

const KEY = 'team/shop';
const FINISHED = { conditions: [{ type: 'Succeeded', status: 'True' }] };
const GATE = { volumes: [{ name: 'downward-api-dir' }] };

describe('the priority of a Build in the work queue', () => {
  const CASES: readonly (readonly [string, { readonly build?: KubeObject; readonly workload?: KubeObject }, string])[] =
    [
      ['is after the others if the Build is gone', {}, 'low'],
      ['is after the others if the Build is finished', { build: build(FINISHED) }, 'low'],
      ['is before those with a workload if the Build has none', { build: build() }, 'normal'],
      ['is after those without a workload if the Build has a Pod', { build: build(), workload: pod() }, 'low'],
      ['is the same with a TaskRun', { build: build(), workload: taskRun() }, 'low'],
      [
        'is before the others if the Pod is that of an older Build',
        { build: build(), workload: pod('older') },
        'normal',
      ],
      [
        'is before the others if the Pod waits for the controller',
        { build: build(), workload: pod('uid', GATE) },
        'normal',
      ],
      [
        'is after the others if the Pod waited for the controller',
        { build: build(), workload: pod('uid', GATE, { 'build.kpack.io/ready': 'true' }) },
        'low',
      ],
    ];
  for (const [title, { build: stored, workload }, priority] of CASES) {
    it(title, () => {
      const cluster = {
        build: (key: string) => (key === KEY && stored !== undefined ? buildRecord(stored) : undefined),
        pod: (key: string) =>
          workload?.kind === 'Pod' && key === 'team/shop-build-pod' ? podRecord(workload) : undefined,
        taskRun: (key: string) =>
          workload?.kind === 'TaskRun' && key === 'team/shop-build' ? taskRunRecord(workload) : undefined,
      };
      expect(priorityOfBuild(cluster, KEY)).to.equal(priority);
    });
  }
});

function build(status: JsonObject = {}): KubeObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'shop', namespace: 'team', uid: 'uid' },
    spec: {},
    status,
  };
}

function pod(owner = 'uid', spec: JsonObject = {}, annotations: JsonObject = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'shop-build-pod', namespace: 'team', annotations, ownerReferences: [ownedBy(owner)] },
    spec,
  };
}

function taskRun(): KubeObject {
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: 'shop-build', namespace: 'team', ownerReferences: [ownedBy('uid')] },
    spec: {},
  };
}

function ownedBy(uid: string): JsonObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', name: 'shop', uid, controller: true };
}
