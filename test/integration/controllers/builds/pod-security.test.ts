import { expect } from 'chai';
import { admittedPod } from '../../../cluster/injectors/admitted-pod.ts';
import { until } from '../../../cluster/processes/until.ts';
import { restrictedNamespace } from '../../cluster/apply.ts';
import { succeeded } from './build-bed.ts';
import { injectedSuite } from './injected-suite.ts';

/** In the words of the API server: the capabilities, the user, and the flag that forbids root. */
const VIOLATIONS = [
  'unrestricted capabilities (container "istio-init" must not include "NET_ADMIN", "NET_RAW" in securityContext.capabilities.add)',
  'runAsNonRoot != true (container "istio-init" must not set securityContext.runAsNonRoot=false)',
  'runAsUser=0 (container "istio-init" must not set runAsUser=0)',
];

const BACKENDS = { native: { backend: 'native', injectedSidecars: 'true' }, tekton: { backend: 'tekton' } } as const;

describe("Builds in a namespace whose level of Pod Security a mesh's init container violates", () => {
  for (const [backend, settings] of Object.entries(BACKENDS)) {
    describe(`with BACKEND=${backend}`, function () {
      this.timeout(90_000);
      const namespace = `pod-security-${backend}`;
      const { bed, cluster } = injectedSuite('istio-classic-without-cni', { namespace, settings });

      before(async () => {
        const { client } = cluster();
        const { labels } = restrictedNamespace(namespace).metadata;
        await client.send(
          'PATCH',
          `/api/v1/namespaces/${namespace}`,
          { metadata: { labels } },
          'application/merge-patch+json',
        );
        await until('the level', async () => {
          const answer = await admittedPod(client, namespace).catch((error: unknown) => String(error));
          return typeof answer === 'string' ? answer : undefined;
        });
      });

      it('fail with all violations and the way out', async () => {
        await bed().create('meshed');
        const status = await bed().end('meshed');
        const condition = succeeded(status);
        expect(condition).to.include({ status: 'False', reason: 'PodSecurityViolated' });
        expect(condition?.message).to.equal(
          `The Pod violates the level of Pod Security that its namespace enforces: restricted:latest: ${VIOLATIONS.join(', ')}.`,
        );
        const { reason, message, advice, actor } = status.failure ?? {};
        expect({ reason, message, actor }).to.deep.equal({
          reason: 'PodSecurityViolated',
          message: condition?.message,
          actor: 'platform',
        });
        expect(advice).to.match(/^A mesh injects istio-init, .*istio-cni.*the author creates the Build again\.$/);
      });
    });
  }
});
