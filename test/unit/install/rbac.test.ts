import { expect } from 'chai';
import { LEASE, CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { CONVERTED_DEFINITIONS, KPACK_WEBHOOKS } from '../../../src/core/model/kpack-webhook.ts';
import { installed } from '../../support/manifests.ts';

const MANIFESTS = installed('200-rbac.yaml');

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

describe('the rights of the controller', () => {
  for (const [what, lease] of [
    ['a controller of all namespaces', LEASE],
    ['a controller of one namespace', `${LEASE}.team`],
  ] as const) {
    it(`allow the Lease of ${what} in the controller's namespace only`, () => {
      const [role] = MANIFESTS.filter(({ kind }) => kind === 'Role');
      expect(role?.metadata.namespace).to.equal(CONTROLLER_NAMESPACE);
      for (const verb of ['get', 'create', 'patch']) {
        expect(allows('Role', verb, lease), verb).to.equal(true);
        expect(allows('ClusterRole', verb, lease), verb).to.equal(false);
      }
    });
  }

  it('allow reading the objects of Tekton and of kpack that the checks at the start read', () => {
    expect(namesOf('customresourcedefinitions')).to.deep.equal(['taskruns.tekton.dev', ...CONVERTED_DEFINITIONS]);
    for (const [kind, name] of KPACK_WEBHOOKS) expect(namesOf(`${kind.toLowerCase()}s`)).to.include(name);
  });

  it('have no wildcard', () => {
    for (const kind of ['ClusterRole', 'Role']) expect(JSON.stringify(rulesOf(kind))).to.not.include('*');
  });

  it('do not allow deleting Leases', () => expect(allows('Role', 'delete', LEASE)).to.equal(false));
});

function rulesOf(kind: string): readonly Rule[] {
  return MANIFESTS.filter((manifest) => manifest.kind === kind).flatMap(({ rules = [] }) => rules as readonly Rule[]);
}

function namesOf(plural: string): readonly string[] {
  return rulesOf('ClusterRole')
    .filter(({ resources }) => resources.includes(plural))
    .flatMap(({ resourceNames = [] }) => resourceNames);
}

function allows(kind: string, verb: string, lease: string): boolean {
  return rulesOf(kind).some(
    ({ apiGroups, resources, verbs, resourceNames = [lease] }) =>
      apiGroups.includes('coordination.k8s.io') &&
      resources.includes('leases') &&
      verbs.includes(verb) &&
      resourceNames.includes(lease),
  );
}
