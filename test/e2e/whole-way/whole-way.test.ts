import { expect } from 'chai';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { builder, testClients } from '../../integration/registry/client-fixture.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild, tagsOf } from './application-build.ts';
import { SOURCE_KINDS } from './application-sources.ts';
import { wordsOf } from './application-words.ts';
import { BACKEND_NAMES, BACKENDS, type Backend } from './backends.ts';
import { digestOf, imageAt, layersOf } from './built-image.ts';
import { cacheTag, rebuilds, STEPS, type CacheKind, type Step } from './rebuilds.ts';
import { creatorBuilders, expectFailedPhase, expectOneContainer, expectSeparateContainers } from './creator-mode.ts';
import { expectFound, expectHidden, searchedApplication, type SearchedApplication } from './searched-application.ts';
import { expectShown } from './shown-build.ts';
import { startBed, type WholeWayBed } from './whole-way-bed.ts';
import { expectAttested, expectOnlySigned } from './attested-application.ts';
import { expectTold } from './wrong-builds.ts';

/** The containers backend builds every source twice. For all backends, this would take the node a minute longer. */
const RUNS: Readonly<Partial<Record<Backend, readonly string[]>>> = { containers: ['one', 'two'] };

const CACHES = ['volume', 'registry'] as const satisfies readonly CacheKind[];

/** The log lines about the buildpack's layer. */
const SAYS: Readonly<Record<Step, readonly RegExp[]>> = {
  first: [/Adding layer 'test\/hello:data'/, /Adding cache layer 'test\/hello:data'/],
  again: [/Restoring data for "test\/hello:data" from cache/, /Reusing layer 'test\/hello:data'/],
  changed: [/Restoring data for "test\/hello:data" from cache/, /Reusing layer 'test\/hello:data'/],
  rebased: [/Build reason\(s\): STACK/, /===> REBASE\nSaving /],
};

/** The output of each application: the name of its source, or the state of the source that changes. */
const PRINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SOURCE_KINDS.map((kind) => [kind, kind])),
  first: 'before',
  again: 'before',
  changed: 'after',
  rebased: 'after',
};

describe('from source to an image that runs, on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let client: RegistryClient;
  let bed: WholeWayBed;
  let searched: SearchedApplication;
  /** The images of each source or step, from all runs and backends. */
  const made = new Map<string, string[]>();

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startBed('whole-way');
    client = clients.make({ keychain: builder });
    searched = await searchedApplication(bed);
  });
  after(() => bed?.stop());

  for (const backend of BACKEND_NAMES) {
    describe(`with ${backend}`, () => {
      before(() => bed.controller.configure({ INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'false', ...BACKENDS[backend] }));

      sideBySide({
        'builds every source': () => expectSources(backend),
        'builds again with a cache, after a change and on another run image': () => expectRows(backend),
        'lets buildpacks find no credential': () => expectHidden(bed, searched, backend),
        'reports each failure and the action in the status': () => expectTold(bed, backend),
      });

      it(`signs the image${backend === 'taskrun' ? '' : ', and attests how the image was built'}`, async () => {
        if (backend === 'taskrun') await expectOnlySigned(bed, searched, backend);
        else await expectAttested(bed, searched, backend);
      });

      it('reports no cache image if the Build has none', async () => {
        const [image = ''] = made.get('changed') ?? [];
        const name = `uncached-${backend}`;
        const build = applicationBuild(
          bed,
          name,
          {
            source: bed.sources.changing.after,
            runImage: { image: bed.base.patchedRun },
            lastBuild: { image, stackId: STACK.id },
            cache: { registry: { tag: cacheTag(bed, name) } },
          },
          { 'image.kpack.io/reason': 'STACK' },
        );
        const status = await runBuild(bed.cluster.client, build);
        await expectBuilt(name, status, bed.base.patchedRun);
        expect(status).not.to.have.property('latestCacheImage');
      });
    });
  }

  describe('with taskrun, as the account of the Build', () => {
    before(() => bed.controller.configure({ BACKEND: 'tekton', TASKRUN_SERVICE_ACCOUNT: 'build' }));

    it('lets buildpacks find only the credentials that the Build exposes', async () => {
      await Promise.all([expectHidden(bed, searched, 'taskrun-as-build'), expectFound(bed, searched)]);
    });
  });

  for (const backend of ['containers', 'taskrun'] as const) {
    describe(`with ${backend} in creator mode`, () => {
      before(() => {
        const settings = { INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'false', CREATOR_BUILDERS: creatorBuilders(bed) };
        return bed.controller.configure({ ...settings, ...BACKENDS[backend] });
      });

      sideBySide({
        'runs all phases in one container, and shows each of them': async () =>
          keep('git-http', await expectOneContainer(bed, backend)),
        'names the phase of a buildpack that fails': () => expectFailedPhase(bed, backend),
        'runs other builders in separate containers': () => expectSeparateContainers(bed, backend),
      });
    });
  }

  describe('all backends', () => {
    it('build the same image of the same source in every run', () => {
      expect([...made.keys()]).to.have.members([...SOURCE_KINDS, ...STEPS]);
      for (const [what, images] of made) {
        expect(images, what).to.have.length.above(BACKEND_NAMES.length);
        expect(new Set(images.map(digestOf)), what).to.have.property('size', 1);
      }
    });

    it('build images with the expected output', async () => {
      const said = await Promise.all(
        [...made].map(async ([what, [image = '']]) => [what, await wordsOf(bed, what, image)]),
      );
      const expected = Object.entries(PRINTS).map(([what, text]) => [what, `hello ${text}\n`]);
      expect(Object.fromEntries(said)).to.deep.equal(Object.fromEntries(expected));
    });
  });

  /** Compares the image in a Build's status with the image in the registry. */
  async function expectBuilt(name: string, status: BuildStatus, runImage: string): Promise<void> {
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    const [tag, other] = tagsOf(bed, name);
    expect(status, name).to.deep.include({
      latestImage: await imageAt(client, tag),
      buildMetadata: [
        { id: 'test/hello', version: '2.0.0-rc.1', homepage: 'https://buildpacks.example.com/hello' },
        { id: 'test/environment', version: '1.0.0', homepage: 'https://buildpacks.example.com/environment' },
      ],
      stack: { id: STACK.id, runImage },
      lifecycleVersion: '0.20.12',
    });
    expect(await imageAt(client, other), name).to.equal(status.latestImage);
    const base = await layersOf(client, runImage);
    expect((await layersOf(client, tag)).slice(0, base.length), name).to.deep.equal(base);
  }

  async function expectSources(backend: Backend): Promise<void> {
    const runs = RUNS[backend] ?? ['one'];
    const all = SOURCE_KINDS.flatMap((kind) => runs.map((run) => [kind, `${kind}-${backend}-${run}`] as const));
    await Promise.all(
      all.map(async ([kind, name]) => {
        const build = applicationBuild(bed, name, { source: bed.sources.kinds[kind] });
        const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
        await expectBuilt(name, status, bed.base.run);
        expect(status, name).not.to.have.property('latestCacheImage');
        keep(kind, status);
      }),
    );
  }

  async function expectRows(backend: Backend): Promise<void> {
    await Promise.all(CACHES.map((cache) => expectRow(cache, `${cache}-${backend}`)));
  }

  /** Runs the Builds of one application with one cache, and checks each of them. */
  async function expectRow(cache: CacheKind, row: string): Promise<void> {
    for await (const { step, name, status, log } of rebuilds(bed, row, cache)) {
      await expectBuilt(name, status, step === 'rebased' ? bed.base.patchedRun : bed.base.run);
      for (const words of SAYS[step]) expect(log, name).to.match(words);
      if (cache === 'volume') expect(status, name).not.to.have.property('latestCacheImage');
      else expect(status.latestCacheImage, name).to.equal(await imageAt(client, cacheTag(bed, row)));
      if (step === 'rebased') expect(status.stepsCompleted).to.deep.equal(['prepare', 'rebase', 'completion']);
      keep(step, status);
      // Backends make no difference to images, so one Build is enough.
      if (step === 'changed' && row === 'volume-containers') await expectShown(bed, name);
    }
    expect(lastOf('again')).to.equal(lastOf('first'));
    expect(lastOf('changed')).not.to.equal(lastOf('first'));
  }

  function keep(what: string, { latestImage = '' }: BuildStatus): void {
    made.set(what, [...(made.get(what) ?? []), latestImage]);
  }

  function lastOf(what: string): string {
    return digestOf(made.get(what)?.at(-1));
  }
});
