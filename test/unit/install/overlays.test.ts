import { expect } from 'chai';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { installed } from '../../support/manifests.ts';

describe('config/overlays/high-availability', () => {
  it("keeps one of the controller's Pods while nodes are drained", () => {
    const [budget] = installed('overlays/high-availability');
    const [, deployment] = installed('500-controller.yaml');
    expect(budget).to.have.nested.property('spec.minAvailable', 1);
    const { selector } = Object(deployment?.['spec']) as { readonly selector?: unknown };
    expect(budget).to.have.nested.property('spec.selector').that.deep.equals(selector);
    expect(deployment).to.have.nested.property('spec.replicas', 2);
  });
});

describe('config/overlays/openshift', () => {
  const [role, binding] = installed('overlays/openshift');

  it('allows one SecurityContextConstraints, in the namespace of the controller only', () => {
    expect(role?.['rules']).to.deep.equal([
      {
        apiGroups: ['security.openshift.io'],
        resources: ['securitycontextconstraints'],
        verbs: ['use'],
        resourceNames: ['nonroot-v2'],
      },
    ]);
    expect(binding).to.deep.include({ kind: 'RoleBinding' });
    expect(binding?.metadata.namespace).to.equal(CONTROLLER_NAMESPACE);
    expect(binding).to.have.nested.property('subjects[0].name', 'controller');
    expect(binding).to.have.nested.property('subjects[1].name', 'warm-nodes');
  });
});
