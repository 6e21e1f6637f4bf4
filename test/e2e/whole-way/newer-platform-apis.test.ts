import { expect } from 'chai';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import { DEFAULT_LIFECYCLE } from '../../cluster/universe/lifecycle-version.ts';
import { lifecycleImage } from '../../cluster/universe/lifecycle-image.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { parseImageReference, type ImageReference } from '../../../src/core/model/image-reference.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import { pushExtensionBuilder } from './extension-builder.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';

const VERSION = '0.21.14';
const OLDER = DEFAULT_LIFECYCLE;

type Lifecycle = typeof VERSION | typeof OLDER;

describe('newer Platform APIs, on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let servers: WholeWayServers;
  let builder: string;
  let extensions: ExtensionImages;
  let beds: Readonly<Record<Backend, WholeWayBed>>;
  /** The digests of the images that the backends built, by lifecycle. Each set must have one element. */
  const digests = { [VERSION]: new Set<string | undefined>(), [OLDER]: new Set<string | undefined>() };

  before(async function () {
    // The first run builds the programs of the cluster and the lifecycle, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('newer-platform-apis');
    const { registry } = servers.cluster;
    const documents = await newerDocuments(registry);
    builder = publishedBuilder(documents, 'good', '0.9');
    extensions = await pushExtensionImages(registry, {
      [VERSION]: documents,
      [OLDER]: universeDocuments(await pushRunningUniverse(registry)),
    });
    const settings = { EXTENSION_RUN_IMAGES: `${registry.address}/extensions/*` };
    beds = await forEachBackend((backend) =>
      openBed(servers, `newer-platform-apis-${backend}`, { ...BACKENDS[backend], ...settings }),
    );
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
      'switches to the run image that an image extension names, and makes the same image on every backend':
        async () => {
          const run = `FROM ${extensions.run}\n`;
          for (const lifecycle of [VERSION, OLDER] as const) {
            const status = await extended(backend, `switched-${lifecycle}-${backend}`, { run }, lifecycle);
            expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
            expect(status).to.include({ lifecycleVersion: lifecycle });
            const { json } = await clients.make().config(referenceOf(status), { os: 'linux', architecture: 'amd64' });
            const { diff_ids: layers } = objectAt(json, 'rootfs');
            expect((layers as readonly string[]).slice(0, extensions.layers.length)).to.deep.equal(extensions.layers);
            expect(status).to.deep.nested.include({ 'stack.runImage': extensions.run });
            const { digest } = referenceOf(status);
            expect(digest).to.match(/^sha256:/);
            digests[lifecycle].add(digest);
            expect(digests[lifecycle]).to.have.property('size', 1);
          }
        },
      'keeps the run image of the builder if an extension generates nothing': async () => {
        const status = await extended(backend, `nothing-${backend}`, {});
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
        expect(JSON.stringify(status))
          .to.match(/"runImage":"[^"]+@sha256:/)
          .and.to.not.include(extensions.run);
      },
      'refuses other run images and other Dockerfiles, and names the extension': async () => {
        const source = 'the image extension "test/extension"';
        const foreign = `${servers.cluster.registry.address}/universe/run`;
        // The registry resolves the path, which would be another repository.
        const escaping = `${extensions.run.split('/run@')[0]}/../universe/run`;
        const cases = {
          escaping: [
            { run: `FROM ${escaping}\n` },
            `${source} switches to the run image "${escaping}", which is not an image`,
          ],
          foreign: [{ run: `FROM ${foreign}\n` }, `${source} switches to the run image "${foreign}"`],
          extended: [{ run: `FROM ${extensions.run}\nRUN true\n` }, `${source} generates a run.Dockerfile with more`],
          build: [{ build: 'ARG base_image\nFROM ${base_image}\n' }, `${source} generates a build.Dockerfile`],
        } as const;
        const stages = await extended(backend, `stages-${backend}`, { run: `FROM x AS y\nFROM ${extensions.run}\n` });
        expect(stages).to.deep.nested.include({ 'failure.reason': 'ExtensionFailed', 'failure.phase': 'detect' });
        await Promise.all(
          Object.entries(cases).map(async ([name, [dockerfiles, sentence]]) => {
            const status = await extended(backend, `${name}-${backend}`, dockerfiles);
            expect(status, name).to.deep.nested.include({ 'failure.reason': 'ExtensionRefused' });
            expect(textAt(conditionOf(status), 'message'), name).to.include(sentence);
          }),
        );
      },
    };
  }

  /** Builds with the builder that has an image extension. */
  function extended(
    backend: Backend,
    name: string,
    dockerfiles: Readonly<Record<string, string>>,
    lifecycle: Lifecycle = VERSION,
  ): Promise<BuildStatus> {
    const env = Object.entries(dockerfiles).map(([kind, value]) => ({ name: kind, value }));
    return ended(backend, name, { builder: { image: extensions.builders[lifecycle] }, env });
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
    expect(status).to.include({ lifecycleVersion: VERSION });
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
    const { json } = await clients.make().config(referenceOf(status), { os: 'linux', architecture: 'amd64' });
    const config = objectAt(json, 'config');
    const env = config['Env'] as readonly string[];
    return {
      api: env.find((variable) => variable.startsWith('CNB_PLATFORM_API='))?.split('=')[1],
      execEnv: textAt(objectAt(config, 'Labels'), 'io.buildpacks.exec-env'),
    };
  }
});

/** Returns the documents of the universe with another lifecycle. */
async function newerDocuments(registry: Registry): Promise<UniverseDocuments> {
  const pushed = await pushRunningUniverse(registry);
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: VERSION });
  const repository = `universe/lifecycle-${VERSION}`;
  const digest = await pushImage(
    lifecycleImage({ version: VERSION, ...programs }),
    { url: registry.url, repository },
    'latest',
  );
  return universeDocuments({ ...pushed, lifecycle: `${registry.address}/${repository}@${digest}` });
}

interface ExtensionImages {
  /** Builders with run.toml and an image extension. */
  readonly builders: Readonly<Record<Lifecycle, string>>;
  /** A run image that the builder does not name. */
  readonly run: string;
  /** The digests of that image's layers. */
  readonly layers: readonly string[];
}

async function pushExtensionImages(
  registry: Registry,
  documents: Readonly<Record<Lifecycle, UniverseDocuments>>,
): Promise<ExtensionImages> {
  const builderOf = (lifecycle: Lifecycle): Promise<string> =>
    pushExtensionBuilder(registry, publishedBuilder(documents[lifecycle], 'good', '0.14'));
  const full = makeLayer([{ path: '/etc/full', kind: 'file', content: 'yes\n' }], { parents: true });
  const image = runImage(busyboxLayer(), [full]);
  const digest = await pushImage(image, { url: registry.url, repository: 'extensions/run' }, 'full');
  return {
    builders: { [VERSION]: await builderOf(VERSION), [OLDER]: await builderOf(OLDER) },
    run: `${registry.address}/extensions/run@${digest}`,
    layers: image.layers.map(({ diffId }) => diffId),
  };
}

function referenceOf({ latestImage = '' }: BuildStatus): ImageReference {
  const reference = parseImageReference(latestImage);
  if (reference === undefined) throw new Error(`${latestImage} is no reference`);
  return reference;
}
