import { expect } from 'chai';
import { DEFINITIONS_WARNING } from '../../../src/cli/uninstall/run.ts';
import { installation } from '../../../src/install/installation.ts';
import { countObjects } from '../../../src/install/object-counts.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { clusterOf } from './some-cluster.ts';

const FINISHED = { status: { conditions: [{ type: 'Succeeded', status: 'True' }] } };

const OBJECTS = [
  named('Image', 'team'),
  named('Image', 'taskpack'),
  named('Build', 'team', FINISHED),
  named('Build', 'taskpack'),
  named('Builder', 'taskpack'),
  named('Buildpack', 'team'),
  { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterStore', metadata: { name: 'one' } },
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
      { name: 'ClusterBuilder', inNamespace: 0, elsewhere: 0 },
      { name: 'ClusterStore', inNamespace: 0, elsewhere: 1 },
      { name: 'ClusterStack', inNamespace: 0, elsewhere: 0 },
      { name: 'ClusterBuildpack', inNamespace: 0, elsewhere: 0 },
      { name: 'ClusterLifecycle', inNamespace: 0, elsewhere: 0 },
      { name: 'cache claim', inNamespace: 0, elsewhere: 0 },
    ]);
  });

  it('counts every kind of the definitions, and a warning names it', async () => {
    const counted = (await countObjects(clusterOf([]))).map(({ name }) => name.replace(/^\w*?finished /, ''));
    const warned = DEFINITIONS_WARNING.match(/\w+/g);
    for (const kind of definedKinds()) {
      expect(counted).to.include(kind);
      expect(warned).to.include(kind);
    }
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

function definedKinds(): readonly unknown[] {
  const kinds = installation({ steps: '', entrypoint: '' })
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map((definition) => objectAt(objectAt(definition, 'spec'), 'names')['kind']);
  expect(kinds).to.have.length(10);
  return kinds;
}

function named(kind: string, namespace: string, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name: 'one', namespace }, ...rest };
}
