import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Cluster } from '../../cluster/cluster.ts';
import { startAdmissionServer, type AdmissionServer } from '../../cluster/injectors/admission-server.ts';
import { injectorLabel } from '../../cluster/injectors/injector.ts';
import { ISTIO_CLASSIC } from '../../cluster/injectors/istio.ts';
import { jsonPatch } from '../../cluster/injectors/json-patch.ts';
import { webhookConfiguration } from '../../cluster/injectors/webhook-configuration.ts';
import { until } from '../../cluster/processes/until.ts';
import { succeeded } from '../controllers/builds/build-bed.ts';
import { buildSuite } from '../controllers/builds/build-suite.ts';
import { OUTCOME } from '../controllers/builds/some-registry.ts';

const NAMESPACE = 'changing-injector';
const CREATED = `create pods changed-build-pod`;

// Known bug: injector-changes-after-dry-run.
describe('a Build whose injector is installed between the dry run and the creation of the Pod', function () {
  this.timeout(90_000);
  let server: AdmissionServer | undefined;
  const { cluster, bed, builds, node } = buildSuite({
    namespace: NAMESPACE,
    settings: { backend: 'native', injectedSidecars: 'auto' },
    prepare: async (prepared) => {
      server = await startChangingInjector(prepared);
    },
  });
  after(async () => {
    if (server === undefined) return;
    await cluster().client.delete(configuration(server.url, ''));
    await server.stop();
  });

  it('gets one new Pod, whose first phase waits for the proxy', async () => {
    await bed().create('changed');
    await until('two Pods, one after the other', async () => (created() === 2 ? true : undefined));
    const its = await node('changed');
    const { spec } = await its.pod();
    expect(spec.containers.map(({ name }) => name)).to.include.members(['prepare', 'istio-proxy']);
    expect(spec.volumes.map(({ name }) => name)).to.include('downward-api-dir');
    await its.accept();
    await its.start();
    await its.runAll(OUTCOME);
    expect(succeeded(await bed().end('changed'))).to.include({ status: 'True', reason: 'Completed' });
    expect(created()).to.equal(2);
  });

  function created(): number {
    return builds().writes.filter((write) => write === CREATED).length;
  }
});

/** Injects nothing into a dry run, as if the injector were not installed yet. */
async function startChangingInjector({ client, certificates }: Cluster): Promise<AdmissionServer> {
  const server = await startAdmissionServer(certificates, async (_, { object, dryRun }) =>
    dryRun === true ? [] : jsonPatch(object, ISTIO_CLASSIC.additions({ proxy: 'mesh/proxy', init: 'mesh/init' })),
  );
  await client.put(configuration(server.url, readFileSync(certificates.authority).toString('base64')));
  const labels = { ...ISTIO_CLASSIC.enabling.labels, ...injectorLabel(NAMESPACE, server) };
  await client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } });
  return server;
}

function configuration(url: string, caBundle: string): ReturnType<typeof webhookConfiguration> {
  return webhookConfiguration(NAMESPACE, ISTIO_CLASSIC, { url, caBundle });
}
