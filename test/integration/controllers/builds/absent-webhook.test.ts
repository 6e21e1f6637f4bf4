import { expect } from 'chai';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { succeeded } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { STEP_OUTCOME } from './some-registry.ts';

const NAMESPACE = 'absent-webhook';
const PATH = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/absent.test';

/** An injector's webhook for the Pods of the namespace, at a port where nothing listens. */
const WEBHOOK = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'absent.test' },
  webhooks: [
    {
      name: 'inject.absent.test',
      clientConfig: { url: 'https://127.0.0.1:1/inject' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
} as unknown as KubernetesObject;

describe('Builds whose Pods need a webhook that does not answer', function () {
  this.timeout(120_000);
  const { bed, node, cluster } = buildSuite({ namespace: NAMESPACE, settings: { backend: 'tekton' } });
  const remove = async (): Promise<unknown> => cluster().client.send('DELETE', PATH);

  it('wait with the reason, and run as a new TaskRun once the webhook answers', async () => {
    await cluster().client.apply(WEBHOOK);
    try {
      await bed().create('patient');
      const waiting = await bed().reaches('patient', 'waits', (status) => succeeded(status)?.reason === 'Retrying');
      expect(succeeded(waiting)?.message).to.contain('failed calling webhook "inject.absent.test"');
      // A controller that is started again counts from this time, so the API server must keep it.
      expect(waiting)
        .to.have.property('retryingSince')
        .that.matches(/^\d{4}-.*Z$/);
    } finally {
      await remove();
    }
    const its = await node('patient');
    await its.accept();
    await its.start();
    await its.runAll(STEP_OUTCOME);
    const ended = await bed().end('patient');
    expect(succeeded(ended)).to.include({ status: 'True', reason: 'Completed' });
    expect(ended).to.not.have.property('retryingSince');
  });
});
