import { expect } from 'chai';
import { controllerManifests } from '../../../src/install/controller.ts';
import { highAvailabilityFiles } from '../../../src/install/high-availability.ts';
import { CONTROLLER_NAMESPACE } from '../../../src/model/installation-names.ts';
import { buildConstraintsBinding, openShiftFiles } from '../../../src/install/openshift.ts';
import { objectAt, objectsAt } from '../../../src/model/json-field.ts';

describe('config/overlays/high-availability', () => {
  it("keeps one of the controller's Pods while nodes are drained", () => {
    const [budget] = Object.values(highAvailabilityFiles()).flat();
    const [, deployment] = controllerManifests({ steps: 'steps', entrypoint: 'entrypoint' });
    expect(budget?.['spec']).to.deep.include({
      minAvailable: 1,
      selector: objectAt(deployment ?? {}, 'spec')['selector'],
    });
    expect(objectAt(deployment ?? {}, 'spec')['replicas']).to.equal(2);
  });
});

describe('config/overlays/openshift', () => {
  const [role, binding] = Object.values(openShiftFiles()).flat();

  it('allows one SecurityContextConstraints, in the namespace of the controller only', () => {
    expect(objectsAt(role ?? {}, 'rules')).to.deep.equal([
      {
        apiGroups: ['security.openshift.io'],
        resources: ['securitycontextconstraints'],
        verbs: ['use'],
        resourceNames: ['nonroot-v2'],
      },
    ]);
    expect(binding).to.deep.include({ kind: 'RoleBinding' });
    expect(binding?.metadata.namespace).to.equal(CONTROLLER_NAMESPACE);
    expect(objectsAt(binding ?? {}, 'subjects').map(({ name }) => name)).to.deep.equal(['controller', 'warm-nodes']);
  });

  it('allows the same to all ServiceAccounts of a namespace of Builds, because each Build has one', () => {
    const builds = buildConstraintsBinding('team');
    expect(builds['roleRef']).to.deep.equal(binding?.['roleRef']);
    expect(builds.metadata.namespace).to.equal('team');
    expect(objectsAt(builds, 'subjects').map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['Group', 'system:serviceaccounts:team'],
    ]);
  });
});
