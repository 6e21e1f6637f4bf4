import { expect } from 'chai';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import { builtReference } from './built-image.ts';
import { NEWER_LIFECYCLE, newerDocuments } from './newer-lifecycle.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';

describe('newer Platform APIs, on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let servers: WholeWayServers;
  let builder: string;
  let beds: Readonly<Record<Backend, WholeWayBed>>;

  before(async function () {
    // The first run builds the programs of the cluster and the lifecycle, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('newer-platform-apis');
    const { registry } = servers.cluster;
    builder = publishedBuilder(await newerDocuments(registry), 'good', '0.9');
    beds = await forEachBackend((backend) => openBed(servers, `newer-platform-apis-${backend}`, BACKENDS[backend]));
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide(Object.fromEntries(BACKEND_NAMES.map((backend) => [`with ${backend}`, testsOf(backend)])));

  function testsOf(backend: Backend): Readonly<Record<string, () => Promise<void>>> {
    return {
      'builds at platform API 0.9 without an execution environment': async () => {
        const status = await built(backend, `default-${backend}`, {});
        expect(await configOf(status)).to.deep.equal({ api: '0.9', execEnv: undefined });
      },
      'builds for an execution environment, with a cache of its own in the volume': async () => {
        const claim = `cache-${backend}`;
        const { cluster, namespace } = beds[backend];
        await createFolderClaim(cluster, { name: claim, namespace });
        const restored = /Restoring data for "test\/hello:data" from cache/;
        for (const [name, annotations, restores] of [
          ['production', {}, false],
          ['test', { 'taskpack.dev/exec-env': 'test' }, false],
          ['again', { 'taskpack.dev/exec-env': 'test' }, true],
        ] as const) {
          const status = await built(backend, `${name}-${backend}`, annotations, claim);
          const isTest = name !== 'production';
          expect(await configOf(status), name).to.deep.equal(
            isTest ? { api: '0.15', execEnv: 'test' } : { api: '0.9', execEnv: undefined },
          );
          expect(restored.test(await logOf(beds[backend], `${name}-${backend}`)), name).to.equal(restores);
        }
      },
    };
  }

  async function built(
    backend: Backend,
    name: string,
    annotations: Readonly<Record<string, string>>,
    claim?: string,
  ): Promise<BuildStatus> {
    const cache = claim === undefined ? {} : { cache: { volume: { persistentVolumeClaimName: claim } } };
    const status = await ended(backend, name, cache, annotations);
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status).to.include({ lifecycleVersion: NEWER_LIFECYCLE });
    return status;
  }

  async function ended(
    backend: Backend,
    name: string,
    fields: Readonly<Record<string, unknown>>,
    annotations: Readonly<Record<string, string>> = {},
  ): Promise<BuildStatus> {
    const bed = beds[backend];
    // This lifecycle refuses the token server of the bed's other registry, because a private address names it.
    const tags = [`${servers.cluster.registry.address}/app/newer-platform-apis/${name}`];
    const spec = { tags, source: bed.sources.kinds['git-http'], builder: { image: builder }, ...fields };
    return runBuild(bed.cluster.client, applicationBuild(bed, name, spec, annotations), { seconds: 300 });
  }

  async function configOf(status: BuildStatus) {
    const { json } = await clients.make().config(builtReference(status), { os: 'linux', architecture: 'amd64' });
    const config = objectAt(json, 'config');
    const env = config['Env'] as readonly string[];
    return {
      api: env.find((variable) => variable.startsWith('CNB_PLATFORM_API='))?.split('=')[1],
      execEnv: textAt(objectAt(config, 'Labels'), 'io.buildpacks.exec-env'),
    };
  }
});
