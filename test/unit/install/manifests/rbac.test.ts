import { expect } from 'chai';
import { LEASE, NAMESPACE } from '../../../../src/install/names.ts';
import { rbacManifests } from '../../../../src/install/manifests/rbac.ts';
import type { Rule } from '../../../../src/install/manifests/rule.ts';

describe('the rights of the controller', () => {
  for (const [what, lease] of [
    ['a controller of all namespaces', LEASE],
    ['a controller of one namespace', `${LEASE}.team`],
  ] as const) {
    it(`are enough for the Lease of ${what}, in its own namespace alone`, () => {
      const [role] = rbacManifests().filter(({ kind }) => kind === 'Role');
      expect(role?.metadata.namespace).to.equal(NAMESPACE);
      for (const verb of ['get', 'create', 'patch']) {
        expect(allows('Role', verb, lease), verb).to.equal(true);
        expect(allows('ClusterRole', verb, lease), verb).to.equal(false);
      }
    });
  }

  it('take no Lease away', () => expect(allows('Role', 'delete', LEASE)).to.equal(false));
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
