import { expect } from 'chai';
import { leftovers } from '../../../../src/install/checks/leftovers.ts';
import type { KubeObject } from '../../../../src/kube/client/kube-object.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { clusterOf } from '../some-cluster.ts';

function named(kind: string, name: string, spec = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name }, spec };
}

function definition(name: string, strategy: string): KubeObject {
  return named('CustomResourceDefinition', name, { conversion: { strategy } });
}

describe('leftovers', () => {
  it('finds none in a cluster that never had kpack, or had its definitions replaced by ours', async () => {
    expect(await leftovers(clusterOf([]))).to.deep.equal([]);
    const others = [
      definition('builds.kpack.io', 'None'),
      definition('builds.other.io', 'Webhook'),
      named('MutatingWebhookConfiguration', 'defaults.webhook.other.io'),
    ];
    expect(await leftovers(clusterOf(others))).to.deep.equal([]);
  });

  it('names the webhooks and the conversions, each with its command', async () => {
    const found = await leftovers(
      clusterOf([
        named('MutatingWebhookConfiguration', 'defaults.webhook.kpack.io'),
        named('ValidatingWebhookConfiguration', 'validation.webhook.kpack.io'),
        definition('builds.kpack.io', 'Webhook'),
        definition('images.kpack.io', 'None'),
      ]),
    );
    expect(found).to.deep.equal([
      {
        what: 'MutatingWebhookConfiguration defaults.webhook.kpack.io',
        command: 'kubectl delete mutatingwebhookconfiguration defaults.webhook.kpack.io',
      },
      {
        what: 'ValidatingWebhookConfiguration validation.webhook.kpack.io',
        command: 'kubectl delete validatingwebhookconfiguration validation.webhook.kpack.io',
      },
      {
        what: 'the conversion of CustomResourceDefinition builds.kpack.io by a webhook',
        command:
          'kubectl patch customresourcedefinition builds.kpack.io --type merge --patch ' +
          `'{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`,
      },
    ]);
  });

  it('takes what may not be read for not there, and nothing else', async () => {
    expect(await leftovers(clusterOf([], 'FORBIDDEN'))).to.deep.equal([]);
    expect(await rejection(leftovers(clusterOf([], 'UNAVAILABLE')))).to.include({ code: 'UNAVAILABLE' });
  });
});
