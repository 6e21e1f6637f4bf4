import { expect } from 'chai';
import { chainsLoginOf } from '../../../../../src/controller/builds/start/chains-login.ts';
import type { Secret } from '../../../../../src/core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../../../../src/core/api/kubernetes/service-account.ts';

const NAMED = 'the annotation taskpack.dev/chains-login of ServiceAccount "builder" names secret "push"';

function loginOf(annotations: Readonly<Record<string, string>>, listed: readonly string[], type?: string) {
  const account: ServiceAccount = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'builder', annotations },
    secrets: listed.map((name) => ({ name })),
  };
  const secret: Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'push' },
    ...(type !== undefined && { type }),
  };
  return chainsLoginOf('builder', { serviceAccount: () => account, secret: () => secret });
}

describe('the login that a ServiceAccount has for Tekton Chains', () => {
  const annotations = { 'taskpack.dev/chains-login': 'push' };

  it('is none without the annotation', () => {
    expect(loginOf({}, ['push'], 'kubernetes.io/dockerconfigjson')).to.deep.equal({ kind: 'none' });
  });

  for (const type of ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg']) {
    it(`is the Secret that the annotation names, of type ${type}`, () => {
      expect(loginOf(annotations, ['git', 'push'], type)).to.deep.equal({ kind: 'secret', secret: 'push' });
    });
  }

  it('is refused if the account does not list the Secret, because a Build could bind it', () => {
    const { message, paths } = problemOf(loginOf(annotations, ['git'], 'kubernetes.io/dockerconfigjson'));
    expect(message).to.equal(`${NAMED}, which the secrets of the account do not list: add the secret to them`);
    expect(paths).to.deep.equal([['spec', 'serviceAccountName']]);
  });

  for (const [type, named] of [
    ['kubernetes.io/basic-auth', 'kubernetes.io/basic-auth'],
    [undefined, 'Opaque'],
  ] as const) {
    it(`is refused if Tekton Chains does not read the Secret, which has the type ${named}`, () => {
      expect(problemOf(loginOf(annotations, ['push'], type)).message).to.equal(
        `${NAMED} of type ${named}, which Tekton Chains does not read: use one of type kubernetes.io/dockerconfigjson`,
      );
    });
  }
});

function problemOf(login: ReturnType<typeof chainsLoginOf>) {
  if (login.kind !== 'refused') throw new Error(`the login is ${login.kind}`);
  return login.problem;
}
