import { expect } from 'chai';
import { runningKpackController } from '../../../src/install/cluster-checks.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { rejection } from '../../integration/registry/rejection.ts';
import { clusterOf } from './some-cluster.ts';

function deployment(status: JsonObject, name = 'kpack-controller'): KubeObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'kpack' }, status };
}

function pod(app: string, ready: string): KubeObject {
  const metadata = { name: 'x', namespace: 'other', labels: { app } };
  return { apiVersion: 'v1', kind: 'Pod', metadata, status: { conditions: [{ type: 'Ready', status: ready }] } };
}

const CASES: readonly (readonly [string, readonly KubeObject[], string | undefined])[] = [
  ['nothing', [], undefined],
  ['a deployment that is ready', [deployment({ readyReplicas: 1 })], 'deployment kpack/kpack-controller'],
  ['one that is scaled to nothing', [deployment({})], undefined],
  ['one that is not ready', [deployment({ replicas: 1, readyReplicas: 0 })], undefined],
  ['a deployment of something else', [deployment({ readyReplicas: 1 }, 'kpack-webhook')], undefined],
  ['a pod that is ready, in another namespace', [deployment({}), pod('kpack-controller', 'True')], 'pod other/x'],
  ['a pod that is not ready', [pod('kpack-controller', 'False')], undefined],
  ['a pod of something else', [pod('kpack-webhook', 'True')], undefined],
];

describe('runningKpackController', () => {
  for (const [what, objects, expected] of CASES) {
    it(`${expected === undefined ? 'does not find' : 'finds'} kpack's controller for ${what}`, async () => {
      expect(await runningKpackController(clusterOf(objects))).to.equal(expected);
    });
  }

  it('rejects without permission to check', async () => {
    expect(await rejection(runningKpackController(clusterOf([], 'FORBIDDEN')))).to.include({ code: 'FORBIDDEN' });
  });
});
