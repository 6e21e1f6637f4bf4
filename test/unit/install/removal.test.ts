import { expect } from 'chai';
import { installation } from '../../../src/install/installation.ts';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { removal, type RemovalScope } from '../../../src/install/removal.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';

const INSTALLED = installation({ steps: 'a.test/steps', entrypoint: 'a.test/entrypoint' });

const CONTROLLER: RemovalScope = { definitions: 'keep', namespace: 'delete' };
const EVERYTHING: RemovalScope = { definitions: 'delete', namespace: 'delete' };

describe('removal', () => {
  it('leaves the definitions, because the cluster deletes all Builds with them', () => {
    const kept = INSTALLED.map(named).filter((name) => !removal(CONTROLLER).map(named).includes(name));
    expect(kept).to.have.length.above(5);
    for (const name of kept) expect(name).to.match(/^apiextensions\.k8s\.io\/v1 CustomResourceDefinition /);
  });

  it('is what the label of the installation selects', () => {
    const labelled = INSTALLED.filter(
      (object) => objectAt(objectAt(object, 'metadata'), 'labels')['app.kubernetes.io/name'] === 'taskpack',
    );
    expect(removal(CONTROLLER).map(named)).to.include.members(labelled.map(named));
    expect(labelled.filter(({ kind }) => kind === 'CustomResourceDefinition')).to.deep.equal([]);
  });

  it('contains every object of an installation if it includes the definitions, and what overlays have outside the namespace', () => {
    expect(removal(EVERYTHING).map(named)).to.have.members([
      ...INSTALLED.map(named),
      'scheduling.k8s.io/v1 PriorityClass undefined taskpack-warm-nodes',
      'rbac.authorization.k8s.io/v1 ClusterRole undefined taskpack-nonroot-v2',
    ]);
  });

  it('starts with what runs and has the namespace after all that is in it', () => {
    const objects = removal(CONTROLLER);
    expect(objects[0]?.['kind']).to.equal('Deployment');
    const namespace = objects.findIndex(({ kind }) => kind === 'Namespace');
    const inNamespace = objects.findLastIndex((object) => objectAt(object, 'metadata')['namespace'] !== undefined);
    expect(namespace).to.be.greaterThan(inNamespace);
  });

  it('names every object in the namespace if the namespace is kept', () => {
    const objects = removal({ definitions: 'keep', namespace: 'keep' }).map(named);
    expect(objects).to.include.members(
      removal(CONTROLLER)
        .filter(({ kind }) => kind !== 'Namespace')
        .map(named),
    );
    expect(objects.filter((name) => / Namespace /.test(name))).to.deep.equal([]);
    expect(objects).to.include.members([
      `coordination.k8s.io/v1 Lease ${CONTROLLER_NAMESPACE} taskpack-controller`,
      `apps/v1 DaemonSet ${CONTROLLER_NAMESPACE} warm-nodes`,
      `policy/v1 PodDisruptionBudget ${CONTROLLER_NAMESPACE} taskpack-controller`,
    ]);
    expect(new Set(objects).size).to.equal(objects.length);
  });

  it('has only what identifies an object', () => {
    for (const object of removal(EVERYTHING)) {
      expect(Object.keys(object)).to.deep.equal(['apiVersion', 'kind', 'metadata']);
      expect(['name', 'namespace']).to.include.members(Object.keys(objectAt(object, 'metadata')));
    }
  });
});

function named(object: JsonObject): string {
  const metadata = objectAt(object, 'metadata');
  return `${textAt(object, 'apiVersion')} ${textAt(object, 'kind')} ${textAt(metadata, 'namespace')} ${textAt(metadata, 'name')}`;
}
