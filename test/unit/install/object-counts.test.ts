import { expect } from 'chai';
import { countObjects } from '../../../src/install/object-counts.ts';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { clusterOf } from './some-cluster.ts';

const FINISHED = { status: { conditions: [{ type: 'Succeeded', status: 'True' }] } };

const OBJECTS = [
  named('Image', 'team'),
  named('Image', 'taskpack'),
  named('Build', 'team', FINISHED),
  named('Build', 'taskpack'),
  named('Builder', 'taskpack'),
  named('Buildpack', 'team'),
];

describe('countObjects', () => {
  it('counts the objects in the namespace of the controller apart from all others', async () => {
    expect(await countObjects(clusterOf(OBJECTS))).to.deep.equal([
      { name: 'Image', inNamespace: 1, elsewhere: 1 },
      { name: 'finished Build', inNamespace: 0, elsewhere: 1 },
      { name: 'unfinished Build', inNamespace: 1, elsewhere: 0 },
      { name: 'Builder', inNamespace: 1, elsewhere: 0 },
      { name: 'Buildpack', inNamespace: 0, elsewhere: 1 },
      { name: 'SourceResolver', inNamespace: 0, elsewhere: 0 },
      { name: 'cache claim', inNamespace: 0, elsewhere: 0 },
    ]);
  });

  it('lists each resource once, and only those of the kinds to count', async () => {
    const lists: string[] = [];
    const { list } = clusterOf(OBJECTS);
    const client: Parameters<typeof countObjects>[0] = {
      list: (resource, options) => {
        lists.push(resource.plural);
        return list(resource, options);
      },
    };
    await countObjects(client, ['unfinished Build', 'finished Build', 'cache claim']);
    expect(lists).to.deep.equal(['builds', 'persistentvolumeclaims']);
  });
});

function named(kind: string, namespace: string, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name: 'one', namespace }, ...rest };
}
