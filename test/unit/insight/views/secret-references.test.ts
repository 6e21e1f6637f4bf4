import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { secretReferences } from '../../../../src/insight/views/secret-references.ts';

const CONTAINER = {
  name: 'prepare',
  env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } }],
  volumeMounts: [
    { name: 'login', mountPath: '/secrets/login' },
    { name: 'bindings', mountPath: '/bindings' },
  ],
};
const VOLUMES = [
  { name: 'login', secret: { secretName: 'registry' } },
  { name: 'bindings', projected: { sources: [{ configMap: { name: 'ca' } }, { secret: { name: 'database' } }] } },
  { name: 'unused', secret: { secretName: 'spare' } },
  { name: 'work', emptyDir: {} },
];

describe('the Secrets of workloads', () => {
  it('are found in volumes, variables and pull secrets of a Pod', () => {
    const pod = manifest('Pod', {
      spec: { volumes: VOLUMES, imagePullSecrets: [{ name: 'pull' }], initContainers: [CONTAINER], containers: [] },
    });
    const object = 'Pod/app';
    expect(secretReferences([pod])).to.deep.equal([
      {
        object,
        secret: 'registry',
        path: 'spec.volumes[login].secret.secretName',
        containers: [{ container: 'prepare', mountPath: '/secrets/login' }],
      },
      {
        object,
        secret: 'database',
        path: 'spec.volumes[bindings].projected.sources[1].secret.name',
        containers: [{ container: 'prepare', mountPath: '/bindings' }],
      },
      { object, secret: 'spare', path: 'spec.volumes[unused].secret.secretName', containers: [] },
      {
        object,
        secret: 'api',
        path: 'spec.initContainers[prepare].env[TOKEN].valueFrom.secretKeyRef.name',
        containers: [{ container: 'prepare', variable: 'TOKEN' }],
      },
      { object, secret: 'pull', path: 'spec.imagePullSecrets[pull].name', containers: [] },
    ]);
  });

  it('are found in the steps and the Pod template of a TaskRun', () => {
    const taskSpec = { volumes: VOLUMES.slice(0, 1), steps: [CONTAINER] };
    const run = manifest('TaskRun', { spec: { taskSpec, podTemplate: { imagePullSecrets: [{ name: 'pull' }] } } });
    expect(secretReferences([run]).map(({ secret, path }) => [secret, path])).to.deep.equal([
      ['registry', 'spec.taskSpec.volumes[login].secret.secretName'],
      ['api', 'spec.taskSpec.steps[prepare].env[TOKEN].valueFrom.secretKeyRef.name'],
      ['pull', 'spec.podTemplate.imagePullSecrets[pull].name'],
    ]);
  });

  it('are found in a ServiceAccount, whose Pods pull images with them', () => {
    const account = manifest('ServiceAccount', { imagePullSecrets: [{ name: 'pull' }] });
    expect(secretReferences([account])).to.deep.equal([
      { object: 'ServiceAccount/app', secret: 'pull', path: 'imagePullSecrets[pull].name', containers: [] },
    ]);
  });
});

function manifest(kind: string, fields: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'app' }, ...fields };
}
