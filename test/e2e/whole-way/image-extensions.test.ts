import { expect } from 'chai';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { DEFAULT_LIFECYCLE } from '../../cluster/universe/lifecycle-version.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from './backends.ts';
import { builtReference } from './built-image.ts';
import { logOf } from './build-log.ts';
import { pushExtensionBuilder } from './extension-builder.ts';
import { NEWER_LIFECYCLE, newerDocuments } from './newer-lifecycle.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';

const LIFECYCLES = [NEWER_LIFECYCLE, DEFAULT_LIFECYCLE] as const;

type Lifecycle = (typeof LIFECYCLES)[number];

/** The end of the repository of the builder whose extensions may extend the build image. */
const AS_ROOT = 'as-root';

/** Installs a program, as a package manager does: with a user of its own, an owner and a program that runs as its owner. */
const BUILD_DOCKERFILE = `ARG base_image
FROM \${base_image}
ARG user_id
ARG group_id
USER root
RUN echo 'tool:x:4321:4321::/:/bin/sh' >> /etc/passwd && mkdir -p /opt/tool && echo "installed by $(id -u)" > /opt/tool/version && chown -R tool /opt/tool
RUN printf '#!/bin/sh\\ncat /opt/tool/version\\n' > /bin/tool && chmod 4755 /bin/tool
USER \${user_id}:\${group_id}
`;

describe('image extensions, on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let servers: WholeWayServers;
  let extensions: ExtensionImages;
  let beds: Readonly<Record<Backend, WholeWayBed>>;
  /** The digests of the images that the backends built, by title and lifecycle. Each set must have one element. */
  const digests = new Map<string, Set<string | undefined>>();

  before(async function () {
    // The first run builds the programs of the cluster and the lifecycle, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('image-extensions');
    const { registry } = servers.cluster;
    extensions = await pushExtensionImages(registry);
    beds = await forEachBackend((backend) => openAllowed(registry, backend));
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide(Object.fromEntries(BACKEND_NAMES.map((backend) => [`with ${backend}`, testsOf(backend)])));

  /** Opens a namespace that allows image extensions to extend build images. The runtime of the node has no user namespaces. */
  async function openAllowed({ address }: Registry, backend: Backend): Promise<WholeWayBed> {
    const namespace = `image-extensions-${backend}`;
    const bed = await openBed(servers, namespace, {
      ...BACKENDS[backend],
      EXTENSION_RUN_IMAGES: `${address}/extensions/*`,
      EXTENSION_BUILDERS: Object.values(extensions.rootBuilders)
        .map((image) => image.split('@')[0])
        .join(','),
      EXTENSION_USER_NAMESPACES: 'false',
    });
    const labels = { 'taskpack.dev/image-extensions': 'true' };
    await bed.cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
    return bed;
  }

  function testsOf(backend: Backend): Readonly<Record<string, () => Promise<void>>> {
    return {
      'switch to another run image, and make the same image on every backend': async () => {
        const run = `FROM ${extensions.run}\n`;
        for (const lifecycle of LIFECYCLES) {
          const status = await extended(backend, `switched-${lifecycle}-${backend}`, { run }, lifecycle);
          expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
          expect(status).to.include({ lifecycleVersion: lifecycle });
          const { json } = await clients.make().config(builtReference(status), { os: 'linux', architecture: 'amd64' });
          const { diff_ids: layers } = objectAt(json, 'rootfs');
          expect((layers as readonly string[]).slice(0, extensions.layers.length)).to.deep.equal(extensions.layers);
          expect(status).to.deep.nested.include({ 'stack.runImage': extensions.run });
          expectOneDigest(`switched ${lifecycle}`, status);
        }
      },
      'keep the run image of the builder if they generate nothing': async () => {
        const status = await extended(backend, `nothing-${backend}`, {});
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
        expect(JSON.stringify(status))
          .to.match(/"runImage":"[^"]+@sha256:/)
          .and.to.not.include(extensions.run);
      },
      'are refused by name if they choose other run images or Dockerfiles': async () => {
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
      'apply a build.Dockerfile as root, and run the buildpacks as the user of the builder without a capability':
        async () => {
          for (const lifecycle of LIFECYCLES) {
            const name = `root-${lifecycle}-${backend}`;
            const status = await ended(backend, name, { build: BUILD_DOCKERFILE }, extensions.rootBuilders[lifecycle]);
            expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
            const log = await logOf(beds[backend], name);
            expect(log).to.include('tool: installed by 0\n');
            expect(log).to.match(/user 1000:1000, CapEff:\s+0{16}\n/);
            expectOneDigest(`root ${lifecycle}`, status);
          }
        },
      'build without an extension of the build image if no extension generates a build.Dockerfile': async () => {
        const name = `unchanged-${backend}`;
        const status = await ended(backend, name, {}, extensions.rootBuilders[NEWER_LIFECYCLE]);
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
        expect(await logOf(beds[backend], name)).to.include('tool: none');
      },
      'fail with ExtensionFailed in build if a Dockerfile fails': async () => {
        const build = 'ARG base_image\nFROM ${base_image}\nUSER root\nRUN exit 7\n';
        const status = await ended(backend, `failing-${backend}`, { build }, extensions.rootBuilders[NEWER_LIFECYCLE]);
        expect(status).to.deep.nested.include({ 'failure.reason': 'ExtensionFailed', 'failure.phase': 'build' });
      },
    };
  }

  function expectOneDigest(title: string, status: BuildStatus): void {
    const { digest } = builtReference(status);
    expect(digest).to.match(/^sha256:/);
    const known = digests.get(title) ?? new Set();
    digests.set(title, known.add(digest));
    expect(known).to.have.property('size', 1);
  }

  /** Builds with the builder whose extension may only switch the run image. */
  function extended(
    backend: Backend,
    name: string,
    dockerfiles: Readonly<Record<string, string>>,
    lifecycle: Lifecycle = NEWER_LIFECYCLE,
  ): Promise<BuildStatus> {
    return ended(backend, name, dockerfiles, extensions.builders[lifecycle]);
  }

  async function ended(
    backend: Backend,
    name: string,
    dockerfiles: Readonly<Record<string, string>>,
    builder: string,
  ): Promise<BuildStatus> {
    const bed = beds[backend];
    // The newer lifecycle refuses the token server of the bed's other registry, because a private address names it.
    const tags = [`${servers.cluster.registry.address}/app/image-extensions/${name}`];
    const env = Object.entries(dockerfiles).map(([kind, value]) => ({ name: kind, value }));
    const spec = { tags, source: bed.sources.kinds['git-http'], builder: { image: builder }, env };
    return runBuild(bed.cluster.client, applicationBuild(bed, name, spec), { seconds: 300 });
  }
});

interface ExtensionImages {
  /** Builders with run.toml and an image extension. */
  readonly builders: Readonly<Record<Lifecycle, string>>;
  /** The same builders in repositories whose extensions may extend the build image. */
  readonly rootBuilders: Readonly<Record<Lifecycle, string>>;
  /** A run image that the builder does not name. */
  readonly run: string;
  /** The digests of that image's layers. */
  readonly layers: readonly string[];
}

async function pushExtensionImages(registry: Registry): Promise<ExtensionImages> {
  const documents = {
    [NEWER_LIFECYCLE]: await newerDocuments(registry),
    [DEFAULT_LIFECYCLE]: universeDocuments(await pushRunningUniverse(registry)),
  };
  const buildersNamed = async (name: string): Promise<Readonly<Record<Lifecycle, string>>> => {
    const builderOf = (lifecycle: Lifecycle): Promise<string> =>
      pushExtensionBuilder(registry, publishedBuilder(documents[lifecycle], 'good', '0.14'), `${name}-${lifecycle}`);
    return {
      [NEWER_LIFECYCLE]: await builderOf(NEWER_LIFECYCLE),
      [DEFAULT_LIFECYCLE]: await builderOf(DEFAULT_LIFECYCLE),
    };
  };
  const full = makeLayer([{ path: '/etc/full', kind: 'file', content: 'yes\n' }], { parents: true });
  const image = runImage(busyboxLayer(), [full]);
  const digest = await pushImage(image, { url: registry.url, repository: 'extensions/run' }, 'full');
  return {
    builders: await buildersNamed('extensions'),
    rootBuilders: await buildersNamed(AS_ROOT),
    run: `${registry.address}/extensions/run@${digest}`,
    layers: image.layers.map(({ diffId }) => diffId),
  };
}
