import { expect } from 'chai';
import { kpackConflicts } from '../../../src/install/kpack-conflicts.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { rejection } from '../../integration/registry/rejection.ts';
import { clusterOf } from './some-cluster.ts';

function named(kind: string, name: string, spec = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name }, spec };
}

function definition(name: string, strategy: string): KubeObject {
  return named('CustomResourceDefinition', name, { conversion: { strategy } });
}

describe('kpackConflicts', () => {
  it('finds none without kpack or after its CustomResourceDefinitions were replaced', async () => {
    expect(await kpackConflicts(clusterOf([]))).to.deep.equal([]);
    const others = [
      definition('builds.kpack.io', 'None'),
      definition('builds.other.io', 'Webhook'),
      named('MutatingWebhookConfiguration', 'defaults.webhook.other.io'),
    ];
    expect(await kpackConflicts(clusterOf(others))).to.deep.equal([]);
  });

  it('returns the webhooks and the conversions with the commands that remove them', async () => {
    const found = await kpackConflicts(
      clusterOf([
        named('MutatingWebhookConfiguration', 'defaults.webhook.kpack.io'),
        named('ValidatingWebhookConfiguration', 'validation.webhook.kpack.io'),
        definition('builds.kpack.io', 'Webhook'),
        definition('images.kpack.io', 'None'),
      ]),
    );
    expect(found).to.deep.equal([
      {
        name: 'MutatingWebhookConfiguration defaults.webhook.kpack.io',
        command: 'kubectl delete mutatingwebhookconfiguration defaults.webhook.kpack.io',
      },
      {
        name: 'ValidatingWebhookConfiguration validation.webhook.kpack.io',
        command: 'kubectl delete validatingwebhookconfiguration validation.webhook.kpack.io',
      },
      {
        name: 'the conversion of CustomResourceDefinition builds.kpack.io by a webhook',
        command:
          'kubectl patch customresourcedefinition builds.kpack.io --type merge --patch ' +
          `'{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`,
      },
    ]);
  });

  it('finds the conversion of each kind that the webhook of kpack converts', async () => {
    // kpack, config/*.yaml: the definitions with `strategy: Webhook`.
    const names = ['builds', 'images', 'builders', 'clusterbuilders', 'sourceresolvers'].map(
      (kind) => `${kind}.kpack.io`,
    );
    const found = await kpackConflicts(clusterOf(names.map((name) => definition(name, 'Webhook'))));
    expect(found.map(({ name }) => name)).to.have.members(
      names.map((name) => `the conversion of CustomResourceDefinition ${name} by a webhook`),
    );
  });

  it('skips objects that may not be read and rejects with other errors', async () => {
    expect(await kpackConflicts(clusterOf([], 'FORBIDDEN'))).to.deep.equal([]);
    expect(await rejection(kpackConflicts(clusterOf([], 'UNAVAILABLE')))).to.include({ code: 'UNAVAILABLE' });
  });
});
