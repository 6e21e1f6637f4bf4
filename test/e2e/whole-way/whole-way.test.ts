import { expect } from 'chai';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { lifecycleOfEnvironment } from '../../cluster/universe/lifecycle-version.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { builder, testClients } from '../../integration/registry/client-fixture.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild, tagsOf } from './application-build.ts';
import { SOURCE_KINDS, type SourceKind } from './application-sources.ts';
import { wordsOf } from './application-words.ts';
import { BACKEND_NAMES, BACKENDS, type Backend } from './backends.ts';
import { digestOf, imageAt, layersOf } from './built-image.ts';
import { cacheTag, rebuilds, STEPS, type CacheKind, type Step } from './rebuilds.ts';
import { creatorBuilders, expectFailedPhase, expectOneContainer } from './creator-mode.ts';
import { expectFound, expectHidden, searchedApplication, type SearchedApplication } from './searched-application.ts';
import { expectShown } from './shown-build.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';
import { expectAttested, expectOnlySigned } from './attested-application.ts';
import { expectTold } from './wrong-builds.ts';

/** `prepare` has the same arguments on every backend, as the goldens show. So a second backend builds each source again. */
const SOURCES: Readonly<Record<Backend, readonly SourceKind[]>> = {
  taskrun: ['git-ssh', 'image', 'sub-path'],
  init: ['git-http', 'blob'],
  containers: SOURCE_KINDS,
};

/** The caches of each backend, with the Builds that use them one after the other. */
const ROWS: Readonly<Record<Backend, Readonly<Partial<Record<CacheKind, readonly Step[]>>>>> = {
  taskrun: { volume: STEPS, registry: ['first', 'again'] },
  init: { registry: STEPS },
  containers: { volume: STEPS },
};

/** More tests at once take longer, because most of them run several Builds. */
const AT_ONCE = 8;

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
  this.timeout(900_000);
  const clients = testClients();
  let client: RegistryClient;
  let servers: WholeWayServers;
  let beds: Readonly<Record<Place, WholeWayBed>>;
  let searched: SearchedApplication;
  /** The images of each source or step, from all backends. */
  const made = new Map<string, string[]>();
  const rebuilt = once(async (backend) => expectRows(backend));
  const hidden = once(async (backend) => expectHidden(beds[backend], searched, backend));

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('whole-way');
    beds = await openBeds(servers);
    client = clients.make({ keychain: builder });
    const create = async (object: KubernetesObject): Promise<void> => {
      for (const place of [...BACKEND_NAMES, 'as-build'] as const) await beds[place].create(object);
    };
    searched = await searchedApplication({ ...servers, create });
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide(
    {
      'with taskrun': {
        ...testsOf('taskrun'),
        'reports no cache image if the Build has none': () => expectUncached('taskrun'),
        'signs the image': async () => {
          await hidden('taskrun');
          await expectOnlySigned(beds.taskrun, searched, 'taskrun');
        },
      },
      'with taskrun, as the account of the Build': {
        'lets buildpacks find only the credentials that the Build exposes': async () => {
          const bed = beds['as-build'];
          await Promise.all([expectHidden(bed, searched, 'taskrun-as-build'), expectFound(bed, searched)]);
        },
      },
      'with taskrun in creator mode': {
        'runs all phases in one container, and shows each of them': async () =>
          keep('git-http', await expectOneContainer(beds['creator-taskrun'], 'taskrun')),
        'names the phase of a buildpack that fails': () => expectFailedPhase(beds['creator-taskrun'], 'taskrun'),
      },
      'with init': { ...testsOf('init'), ...attests('init') },
      'with containers': {
        ...testsOf('containers'),
        'reports no cache image if the Build has none': () => expectUncached('containers'),
        ...attests('containers'),
      },
      'with containers in creator mode': {
        'runs all phases in one container, and shows each of them': async () =>
          keep('git-http', await expectOneContainer(beds['creator-containers'], 'containers')),
      },
    },
    { atOnce: AT_ONCE },
  );

  describe('all backends', () => {
    it('build the same image of the same source in every run', () => {
      expect([...made.keys()]).to.have.members([...SOURCE_KINDS, ...STEPS]);
      for (const [what, images] of made) {
        expect(images, what).to.have.length.above(1);
        expect(new Set(images.map(digestOf)), what).to.have.property('size', 1);
      }
    });

    it('build images with the expected output', async () => {
      const said = await Promise.all(
        [...made].map(async ([what, [image = '']]) => [what, await wordsOf(beds.containers, what, image)]),
      );
      const expected = Object.entries(PRINTS).map(([what, text]) => [what, `hello ${text}\n`]);
      expect(Object.fromEntries(said)).to.deep.equal(Object.fromEntries(expected));
    });
  });

  function testsOf(backend: Backend): Readonly<Record<string, () => Promise<void>>> {
    return {
      'builds again with a cache, after a change and on another run image': () => rebuilt(backend),
      [backend === 'containers' ? 'builds every source' : 'builds sources']: () => expectSources(backend),
      'lets buildpacks find no credential': () => hidden(backend),
      'reports each failure and the action in the status': () => expectTold(beds[backend], backend),
    };
  }

  function attests(backend: 'init' | 'containers'): Readonly<Record<string, () => Promise<void>>> {
    return {
      'signs the image, and attests how the image was built': async () => {
        await hidden(backend);
        await expectAttested(beds[backend], searched, backend);
      },
    };
  }

  async function expectUncached(backend: Backend): Promise<void> {
    await rebuilt(backend);
    const [image = ''] = made.get('changed') ?? [];
    const name = `uncached-${backend}`;
    const build = applicationBuild(
      beds[backend],
      name,
      {
        source: servers.sources.changing.after,
        runImage: { image: servers.base.patchedRun },
        lastBuild: { image, stackId: STACK.id },
        cache: { registry: { tag: cacheTag(servers, name) } },
      },
      { 'image.kpack.io/reason': 'STACK' },
    );
    const status = await runBuild(servers.cluster.client, build, { seconds: 300 });
    await expectBuilt(name, status, servers.base.patchedRun);
    expect(status).not.to.have.property('latestCacheImage');
  }

  /** Compares the image in a Build's status with the image in the registry. */
  async function expectBuilt(name: string, status: BuildStatus, runImage: string): Promise<void> {
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    const [tag, other] = tagsOf(servers, name);
    expect(status, name).to.deep.include({
      latestImage: await imageAt(client, tag),
      buildMetadata: [
        { id: 'test/hello', version: '2.0.0-rc.1', homepage: 'https://buildpacks.example.com/hello' },
        { id: 'test/environment', version: '1.0.0', homepage: 'https://buildpacks.example.com/environment' },
      ],
      stack: { id: STACK.id, runImage },
      lifecycleVersion: lifecycleOfEnvironment(process.env),
    });
    expect(await imageAt(client, other), name).to.equal(status.latestImage);
    const base = await layersOf(client, runImage);
    expect((await layersOf(client, tag)).slice(0, base.length), name).to.deep.equal(base);
  }

  async function expectSources(backend: Backend): Promise<void> {
    await Promise.all(
      SOURCES[backend].map(async (kind) => {
        const name = `${kind}-${backend}`;
        const build = applicationBuild(beds[backend], name, { source: servers.sources.kinds[kind] });
        const status = await runBuild(servers.cluster.client, build, { seconds: 300 });
        await expectBuilt(name, status, servers.base.run);
        expect(status, name).not.to.have.property('latestCacheImage');
        keep(kind, status);
      }),
    );
  }

  async function expectRows(backend: Backend): Promise<void> {
    const rows = Object.entries(ROWS[backend]) as readonly (readonly [CacheKind, readonly Step[]])[];
    await Promise.all(rows.map(([cache, steps]) => expectRow(backend, cache, steps)));
  }

  /** Runs the Builds of one application with one cache, and checks each of them. */
  async function expectRow(backend: Backend, cache: CacheKind, steps: readonly Step[]): Promise<void> {
    const row = `${cache}-${backend}`;
    const { base } = servers;
    const digests = new Map<Step, string>();
    for await (const { step, name, status, log } of rebuilds(beds[backend], row, { cache, steps })) {
      await expectBuilt(name, status, step === 'rebased' ? base.patchedRun : base.run);
      for (const words of SAYS[step]) expect(log, name).to.match(words);
      if (cache === 'volume') expect(status, name).not.to.have.property('latestCacheImage');
      else expect(status.latestCacheImage, name).to.equal(await imageAt(client, cacheTag(servers, row)));
      if (step === 'rebased') expect(status.stepsCompleted).to.deep.equal(['prepare', 'rebase', 'completion']);
      keep(step, status);
      digests.set(step, digestOf(status.latestImage));
      // Backends make no difference to images, so one Build is enough.
      if (step === 'changed' && row === 'volume-containers') await expectShown(beds[backend], name);
    }
    expect(digests.get('again')).to.equal(digests.get('first'));
    expect(digests.get('changed')).not.to.equal(digests.get('first'));
  }

  function keep(what: string, { latestImage = '' }: BuildStatus): void {
    made.set(what, [...(made.get(what) ?? []), latestImage]);
  }
});

/** A namespace with a controller of its own settings. */
type Place = Backend | 'as-build' | 'creator-taskrun' | 'creator-containers';

async function openBeds(servers: WholeWayServers): Promise<Readonly<Record<Place, WholeWayBed>>> {
  const known = { INSECURE_SSH_TRUST_UNKNOWN_HOSTS: 'false' };
  const creator = { ...known, CREATOR_BUILDERS: creatorBuilders(servers) };
  const settings: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
    taskrun: { ...known, ...BACKENDS.taskrun },
    init: { ...known, ...BACKENDS.init },
    containers: { ...known, ...BACKENDS.containers },
    'as-build': { ...known, ...BACKENDS.taskrun, TASKRUN_SERVICE_ACCOUNT: 'build' },
    'creator-taskrun': { ...creator, ...BACKENDS.taskrun },
    'creator-containers': { ...creator, ...BACKENDS.containers },
  };
  const opened = Object.entries(settings).map(
    async ([place, own]) => [place, await openBed(servers, `whole-way-${place}`, own)] as const,
  );
  return Object.fromEntries(await Promise.all(opened)) as Readonly<Record<Place, WholeWayBed>>;
}

/** Returns a function that does the work of each backend once. */
function once(work: (backend: Backend) => Promise<void>): (backend: Backend) => Promise<void> {
  const done = new Map<Backend, Promise<void>>();
  return (backend) => {
    const doing = done.get(backend) ?? work(backend);
    done.set(backend, doing);
    return doing;
  };
}
