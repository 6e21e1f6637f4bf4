import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import {
  CLOUDS,
  startIdentityWebhooks,
  type Cloud,
  type IdentityWebhooks,
} from '../../cluster/identity-webhooks/identity-webhooks.ts';
import { containersWithIdentity } from '../../cluster/identity-webhooks/containers-with-identity.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { restrictedNamespace } from '../cluster/apply.ts';
import { BACKENDS, createAccount, storedPod, translatedBuild, withoutDefence } from './identity-subject.ts';

const BUILDPACKS = ['detect', 'build'];

describe('a Build whose account has a cloud identity', () => {
  let cluster: Cluster;
  let webhooks: IdentityWebhooks;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    webhooks = await startIdentityWebhooks(cluster);
    for (const cloud of Object.keys(CLOUDS) as readonly Cloud[]) {
      const namespace = namespaceOf(cloud);
      await webhooks.createNamespace([cloud], namespace, restrictedNamespace(namespace).metadata.labels);
      await createAccount(cluster, namespace);
    }
  });

  after(() => webhooks.stop());

  for (const cloud of Object.keys(CLOUDS)) {
    for (const [backend, options] of Object.entries(BACKENDS)) {
      const containerOf = (phase: string): string => (backend === 'taskrun' ? `step-${phase}` : phase);
      const place = (name: string): { readonly namespace: string; readonly name: string } => ({
        namespace: namespaceOf(cloud),
        name: `${name}-${backend}`,
      });

      it(`gives the identity of ${cloud} to no phase of a ${backend}`, async function () {
        this.timeout(120_000);
        const pod = await storedPod(cluster, translatedBuild(options), place('isolated'));
        expect(containersWithIdentity(pod)).to.deep.equal([]);
      });

      it(`gives the identity of ${cloud} to prepare only in a ${backend}, if the platform allows it`, async function () {
        this.timeout(120_000);
        const objects = translatedBuild({ ...options, workloadIdentity: 'always' });
        expect(containersWithIdentity(await storedPod(cluster, objects, place('allowed')))).to.deep.equal([
          containerOf('prepare'),
        ]);
      });

      it(`would give the identity of ${cloud} to buildpacks in a ${backend} that runs as the account`, async function () {
        this.timeout(120_000);
        const pod = await storedPod(cluster, withoutDefence(translatedBuild(options)), place('undefended'));
        expect(containersWithIdentity(pod)).to.include.members(BUILDPACKS.map(containerOf));
      });
    }
  }
});

function namespaceOf(cloud: string): string {
  return `identity-${cloud}`;
}
