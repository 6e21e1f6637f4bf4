import { expect } from 'chai';
import { installation } from '../../../src/install/installation.ts';
import { removal } from '../../../src/install/removal.ts';
import { objectAt, textAt } from '../../../src/model/json-field.ts';
import type { JsonObject } from '../../../src/model/json.ts';

const INSTALLED = installation({ steps: 'a.test/steps', entrypoint: 'a.test/entrypoint' });

describe('removal', () => {
  it('leaves the definitions, because the cluster deletes all Builds with them', () => {
    const kept = INSTALLED.map(named).filter((name) => !removal('controller').map(named).includes(name));
    expect(kept).to.have.length.above(5);
    for (const name of kept) expect(name).to.match(/^apiextensions\.k8s\.io\/v1 CustomResourceDefinition /);
  });

  it('is what the label of the installation selects', () => {
    const labelled = INSTALLED.filter(
      (object) => objectAt(objectAt(object, 'metadata'), 'labels')['app.kubernetes.io/name'] === 'taskpack',
    );
    expect(removal('controller').map(named)).to.include.members(labelled.map(named));
    expect(labelled.filter(({ kind }) => kind === 'CustomResourceDefinition')).to.deep.equal([]);
  });

  it('contains every object of an installation if it includes the definitions, and what overlays have outside the namespace', () => {
    expect(removal('controller-and-definitions').map(named)).to.have.members([
      ...INSTALLED.map(named),
      'scheduling.k8s.io/v1 PriorityClass undefined taskpack-warm-nodes',
      'rbac.authorization.k8s.io/v1 ClusterRole undefined taskpack-nonroot-v2',
    ]);
  });

  it('starts with what runs and has the namespace after all that is in it', () => {
    const objects = removal('controller');
    expect(objects[0]?.['kind']).to.equal('Deployment');
    const namespace = objects.findIndex(({ kind }) => kind === 'Namespace');
    const inNamespace = objects.findLastIndex((object) => objectAt(object, 'metadata')['namespace'] !== undefined);
    expect(namespace).to.be.greaterThan(inNamespace);
  });

  it('has only what identifies an object', () => {
    for (const object of removal('controller-and-definitions')) {
      expect(Object.keys(object)).to.deep.equal(['apiVersion', 'kind', 'metadata']);
      expect(['name', 'namespace']).to.include.members(Object.keys(objectAt(object, 'metadata')));
    }
  });
});

function named(object: JsonObject): string {
  const metadata = objectAt(object, 'metadata');
  return `${textAt(object, 'apiVersion')} ${textAt(object, 'kind')} ${textAt(metadata, 'namespace')} ${textAt(metadata, 'name')}`;
}
