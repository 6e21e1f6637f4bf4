import { expect } from 'chai';
import { LEASE, CONTROLLER_NAMESPACE } from '../../../src/model/installation-names.ts';
import { rbacManifests, type Rule } from '../../../src/install/rbac.ts';

describe('the rights of the controller', () => {
  for (const [what, lease] of [
    ['a controller of all namespaces', LEASE],
    ['a controller of one namespace', `${LEASE}.team`],
  ] as const) {
    it(`allow the Lease of ${what} in the controller's namespace only`, () => {
      const [role] = rbacManifests().filter(({ kind }) => kind === 'Role');
      expect(role?.metadata.namespace).to.equal(CONTROLLER_NAMESPACE);
      for (const verb of ['get', 'create', 'patch']) {
        expect(allows('Role', verb, lease), verb).to.equal(true);
        expect(allows('ClusterRole', verb, lease), verb).to.equal(false);
      }
    });
  }

  it('do not allow deleting Leases', () => expect(allows('Role', 'delete', LEASE)).to.equal(false));
});

function rulesOf(kind: string): readonly Rule[] {
  return rbacManifests()
    .filter((manifest) => manifest.kind === kind)
    .flatMap(({ rules = [] }) => rules as unknown as readonly Rule[]);
}

function allows(kind: string, verb: string, lease: string): boolean {
  return rulesOf(kind).some(
    ({ apiGroups, resources, verbs, resourceNames = [lease] }) =>
      apiGroups.includes('coordination.k8s.io') &&
      resources.includes('leases') &&
      verbs.includes(verb) &&
      (resourceNames as readonly string[]).includes(lease),
  );
}
