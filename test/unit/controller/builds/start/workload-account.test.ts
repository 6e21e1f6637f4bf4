import { expect } from 'chai';
import type { Secret } from '../../../../../src/core/api/kubernetes/secret.ts';
import { exposedSecrets } from '../../../../../src/controller/builds/start/workload-account.ts';

function secret(type: string, annotations: Readonly<Record<string, string>> = {}): Secret {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one', annotations }, type };
}

const SHOWN = [
  secret('kubernetes.io/dockerconfigjson'),
  secret('kubernetes.io/dockercfg'),
  secret('kubernetes.io/basic-auth', { 'tekton.dev/docker-0': 'https://r.example.com' }),
  secret('kubernetes.io/ssh-auth', { 'tekton.dev/git-0': 'git.example.com' }),
];

const KEPT = [
  secret('Opaque', { 'tekton.dev/git-0': 'git.example.com' }),
  secret('kubernetes.io/basic-auth', { 'kpack.io/docker': 'https://r.example.com' }),
  secret('kubernetes.io/ssh-auth', { 'tekton.dev/other': '' }),
];

describe('the Secrets that Tekton exposes to buildpacks', () => {
  for (const one of SHOWN) {
    it(`include type ${one.type}`, () => {
      const [problem] = exposedSecrets('builder', [one], 'do more');
      expect(problem?.message).to.match(
        /^ServiceAccount "builder" lists secret "one", and Tekton would show this secret/,
      );
    });
  }

  it('include no other types', () => {
    expect(exposedSecrets('builder', KEPT, 'do more')).to.deep.equal([]);
  });
});
