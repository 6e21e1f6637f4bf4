import { expect } from 'chai';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { lifecycleImage } from '../../cluster/universe/lifecycle-image.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';

const VERSION = '0.21.14';

describe(`a builder with lifecycle ${VERSION}, on the node`, function () {
  this.timeout(600_000);
  const clients = testClients();
  let servers: WholeWayServers;
  let builder: string;
  let beds: Readonly<Record<Backend, WholeWayBed>>;

  before(async function () {
    // The first run builds the programs of the cluster and the lifecycle, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('exec-env');
    builder = await newBuilder(servers.cluster.registry);
    beds = await forEachBackend((backend) => openBed(servers, `exec-env-${backend}`, BACKENDS[backend]));
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
    const bed = beds[backend];
    const cache = claim === undefined ? {} : { cache: { volume: { persistentVolumeClaimName: claim } } };
    // This lifecycle refuses the token server of the bed's other registry, because a private address names it.
    const tags = [`${servers.cluster.registry.address}/app/exec-env/${name}`];
    const spec = { tags, source: bed.sources.kinds['git-http'], builder: { image: builder }, ...cache };
    const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, spec, annotations), { seconds: 300 });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status).to.include({ lifecycleVersion: VERSION });
    return status;
  }

  async function configOf({ latestImage = '' }: BuildStatus) {
    const reference = parseImageReference(latestImage);
    if (reference === undefined) throw new Error(`${latestImage} is no reference`);
    const { json } = await clients.make().config(reference, { os: 'linux', architecture: 'amd64' });
    const config = objectAt(json, 'config');
    const env = config['Env'] as readonly string[];
    return {
      api: env.find((variable) => variable.startsWith('CNB_PLATFORM_API='))?.split('=')[1],
      execEnv: textAt(objectAt(config, 'Labels'), 'io.buildpacks.exec-env'),
    };
  }
});

/** Publishes the builder `good` of the universe with another lifecycle, and without run.toml, as by default. Returns its reference. */
async function newBuilder(registry: Registry): Promise<string> {
  const pushed = await pushRunningUniverse(registry);
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: VERSION });
  const repository = `universe/lifecycle-${VERSION}`;
  const digest = await pushImage(
    lifecycleImage({ version: VERSION, ...programs }),
    { url: registry.url, repository },
    'latest',
  );
  const lifecycle = `${registry.address}/${repository}@${digest}`;
  return publishedBuilder(universeDocuments({ ...pushed, lifecycle }), 'good', '0.9');
}
