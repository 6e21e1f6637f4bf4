import { expect } from 'chai';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../../e2e/controller/controlled-build.ts';
import { applicationBuild } from '../../e2e/whole-way/application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from '../../e2e/whole-way/backends.ts';
import { logOf } from '../../e2e/whole-way/build-log.ts';
import { digestOf } from '../../e2e/whole-way/built-image.ts';
import { newerDocuments } from '../../e2e/whole-way/newer-lifecycle.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from '../../e2e/whole-way/whole-way-bed.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { pushUbiBuilder } from './ubi-builder.ts';

describe("Paketo's image extension for Node.js on UBI, on the node", function () {
  this.timeout(600_000);
  let servers: WholeWayServers;
  let builder: string;
  let run: string;
  let beds: Readonly<Record<Backend, WholeWayBed>>;
  const digests = new Set<string>();

  before(async function () {
    // The first run fetches and compiles the extension, the programs of the cluster and the images.
    this.timeout(3_600_000);
    servers = await startServers('ubi-nodejs');
    const { registry } = servers.cluster;
    builder = await pushUbiBuilder(registry, publishedBuilder(await newerDocuments(registry), 'good', '0.14'));
    const node = makeLayer([{ path: '/etc/node', kind: 'file', content: 'yes\n' }], { parents: true });
    const image = runImage(busyboxLayer(), [node]);
    run = `${registry.address}/ubi/run@${await pushImage(image, { url: registry.url, repository: 'ubi/run' }, '1')}`;
    const settings = {
      EXTENSION_RUN_IMAGES: `${registry.address}/ubi/*`,
      EXTENSION_BUILDERS: builder.replace(/@.*$/, ''),
      EXTENSION_USER_NAMESPACES: 'false',
    };
    beds = await forEachBackend(async (backend) => {
      const bed = await openBed(servers, `ubi-nodejs-${backend}`, { ...BACKENDS[backend], ...settings });
      const metadata = { name: bed.namespace, labels: { 'taskpack.dev/image-extensions': 'true' } };
      await bed.cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata });
      return bed;
    });
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  sideBySide(
    Object.fromEntries(
      BACKEND_NAMES.map((backend) => [
        `installs Node.js, switches the run image, and makes the same image with ${backend}`,
        async () => {
          const status = await built(backend);
          expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
          const log = await logOf(beds[backend], backend);
          expect(log).to.match(/installs as 0: .*install -y .*nodejs npm/);
          expect(log).to.match(/node v22\.0\.0 as 1000, CapEff:\s+0{16}\n/);
          expect(status).to.deep.nested.include({ 'stack.runImage': run });
          digests.add(digestOf(status.latestImage));
          expect(digests).to.have.property('size', 1);
        },
      ]),
    ),
  );

  async function built(backend: Backend): Promise<BuildStatus> {
    const bed = beds[backend];
    const tags = [`${servers.cluster.registry.address}/app/ubi-nodejs/${backend}`];
    const env = [{ name: 'BP_UBI_RUN_IMAGE_OVERRIDE', value: run }];
    const spec = { tags, source: bed.sources.kinds['git-http'], builder: { image: builder }, env };
    return runBuild(bed.cluster.client, applicationBuild(bed, backend, spec), { seconds: 300 });
  }
});
