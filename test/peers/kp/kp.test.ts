import { expect } from 'chai';
import { objectAt, objectsAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { kpCommand, type Kp, type KpRun } from './kp-command.ts';
import { buildChangesIn, watchImages, type WatchedImages } from './watched-images.ts';

const PHASES = ['PREPARE', 'ANALYZE', 'DETECT', 'RESTORE', 'BUILD', 'EXPORT', 'COMPLETION'];

/** One Build at a time, so that a Build without an end lets others wait. */
const SETTINGS = { BACKEND: 'native', SOURCE_POLL_INTERVAL: '1', MAX_UNFINISHED_BUILDS: '1' };

describe('kp with taskpack on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let taskpack: InstalledController;
  let universe: PushedUniverse;
  let repositories: Repositories;
  let server: GitServer;
  let workspace: Workspace;
  let program: string;
  let kp: Kp;
  let images: WatchedImages;
  let isDown = false;
  const made: KubernetesObject[] = [];

  before(async function () {
    // The first run builds kp and the programs of the cluster and the images.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    ({ kp: program } = await ensurePrograms(['kp'], console.error));
    taskpack = await installController(cluster, SETTINGS);
    images = watchImages(cluster.client, 'default');
    universe = await pushRunningUniverse(cluster.registry);
    const { parts, builders } = universeDocuments(universe);
    for (const object of [...parts, builders.good]) await create(object as unknown as KubernetesObject);
    repositories = makeRepositories();
    for (const name of ['app', 'late', 'saved', 'patched']) repositories.commit(name, { 'hello.txt': 'world' });
    server = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS, isDown: () => isDown });
    workspace = makeWorkspace();
    workspace.write({ 'local/hello.txt': 'local', 'empty/nothing.txt': '' });
    kp = kpCommand(program, { kubeconfig: cluster.kubeconfig, home: workspace.path });
    await until('the builder', async () => (await kp.run('clusterbuilder', 'list')).includes('true') || undefined);
  });
  after(async () => {
    kp?.stop();
    images?.stop();
    await server?.stop();
    repositories?.remove();
    workspace?.remove();
    for (const object of made) await cluster.client.delete(object);
    await taskpack?.remove();
  });

  it('creates, patches and saves an Image, and waits for the Build of each', async () => {
    const first = await kp.run('image', 'create', 'web', ...gitImage('web'), '--wait');
    expect(first.match(/(?<====> )\w+/g)).to.deep.equal(PHASES);
    expect(first).to.match(/Build successful\n$/);
    await kp.run('image', 'patch', 'web', '--env', 'BP_A=1', '--wait');
    await kp.run('image', 'save', 'web', ...gitImage('web'), '--env', 'BP_A=2', '--wait');
    // Nothing to build: kp waits until the controller has observed the change.
    await kp.run('image', 'patch', 'web', '--success-build-history-limit', '9', '--wait');
    expect(await buildsOf('web')).to.deep.equal(['1 SUCCESS CONFIG', '2 SUCCESS CONFIG', '3 SUCCESS CONFIG']);
  });

  it('lists an Image and its Builds, and shows their status and logs', async () => {
    expect(await kp.run('image', 'list')).to.match(/^web +True +CONFIG +\S+@sha256:[0-9a-f]{64} +default/m);
    const image = await kp.run('image', 'status', 'web');
    expect(image).to.match(/^Id: +3$/m);
    expect(image).to.match(/^test\/hello +\d/m);
    const build = await kp.run('build', 'status', 'web', '--build', '1');
    expect(build).to.match(/^Status: +SUCCESS$/m);
    expect(build).to.match(/^Pod Name: +web-build-1-build-pod$/m);
    const log = await kp.run('build', 'logs', 'web', '--build', '1');
    expect(log.match(/(?<====> )\w+/g)).to.deep.equal(PHASES);
  });

  it('triggers a Build', async () => {
    await kp.run('image', 'trigger', 'web');
    await until('the Build', async () => ((await buildsOf('web')).includes('4 SUCCESS TRIGGER') ? true : undefined), {
      seconds: 120,
    });
  });

  it('uploads a local source, and builds the next upload', async () => {
    const source = ['--local-path', 'local'];
    await kp.run('image', 'create', 'local', '--tag', tag('local'), ...BUILDER, ...source, '--wait');
    workspace.write({ 'local/hello.txt': 'another' });
    await kp.run('image', 'patch', 'local', ...source, '--wait');
    expect(await buildsOf('local')).to.deep.equal(['1 SUCCESS CONFIG', '2 SUCCESS CONFIG']);
  });

  it('fails if the Build fails or the builder does not exist', async () => {
    const source = ['--local-path', 'empty'];
    const failingImage = ['--tag', tag('failing'), ...BUILDER, ...source, '--wait'];
    const failing = await kp.start('image', 'create', 'failing', ...failingImage).ended;
    expect(failing).to.include({ code: 1 });
    expect(failing.output).to.match(/Error: build failed: .* No group of buildpacks .* supports this source/);
    const wrong = ['--tag', tag('wrong'), '--builder', 'nonesuch', '--git', server.url, '--wait'];
    const without = await kp.start('image', 'create', 'wrong', ...wrong).ended;
    expect(without).to.include({ code: 1 });
    expect(without.output).to.include("Unable to find builder 'nonesuch' in namespace 'default'.");
  });

  it('waits while the git server is down, and then for the Build', async () => {
    isDown = true;
    // The controller knows the commit of every repository that it has asked before.
    const runs = {
      late: kp.start('image', 'create', 'late', ...gitImage('late', 'late.git'), '--wait'),
      web: kp.start('image', 'save', 'web', ...gitImage('web', 'saved.git'), '--wait'),
      local: kp.start('image', 'patch', 'local', ...gitSource('patched.git'), '--wait'),
    };
    try {
      await expectWaiting(runs, 'ResolverNotReady');
    } finally {
      isDown = false;
    }
    await expectBuilt(runs);
    expect(await buildsOf('late')).to.deep.equal(['1 SUCCESS CONFIG']);
    expect((await buildsOf('web')).at(-1)).to.equal('5 SUCCESS CONFIG');
    expect((await buildsOf('local')).at(-1)).to.equal('3 SUCCESS CONFIG');
  });

  it('waits while the Build is queued, and then for the Build', async () => {
    // The Secret does not exist, so this Build waits for it and has no end.
    await kp.run('image', 'create', 'endless', ...gitImage('endless'), '--service-binding', 'no-such-secret');
    await reports('endless', 'BuildRunning');
    const runs = {
      queued: kp.start('image', 'create', 'queued', ...gitImage('queued'), '--wait'),
      web: kp.start('image', 'save', 'web', ...gitImage('web', 'saved.git'), '--env', 'BP_A=3', '--wait'),
      late: kp.start('image', 'patch', 'late', '--env', 'BP_A=1', '--wait'),
    };
    await expectWaiting(runs, 'Queued');
    await kp.run('image', 'delete', 'endless');
    await expectBuilt(runs);
    expect(await buildsOf('queued')).to.deep.equal(['1 SUCCESS CONFIG']);
    expect((await buildsOf('web')).at(-1)).to.equal('6 SUCCESS CONFIG');
    expect(await buildsOf('late')).to.deep.equal(['1 SUCCESS CONFIG', '2 SUCCESS CONFIG']);
  });

  it('sees a new Build of an Image, its generation and BuildRunning in one version', () => {
    const changes = buildChangesIn(images.versions());
    expect(changes).to.have.length.above(10);
    expect(changes.filter(({ reason }) => reason !== 'BuildRunning')).to.deep.equal([]);
    const isOlder = changes.filter(
      ({ observedGeneration, latestBuildImageGeneration }) => latestBuildImageGeneration !== observedGeneration,
    );
    expect(isOlder).to.deep.equal([]);
  });

  it('deletes Images', async () => {
    for (const name of ['web', 'local', 'failing', 'wrong', 'late', 'queued']) await kp.run('image', 'delete', name);
    expect((await kp.start('image', 'list').ended).output).to.include('no image resources found');
  });

  describePage('docs/how-to/use-kp.md', {
    reader: () => {
      const values = {
        'registry.example.com': cluster.registry.address,
        'buildpacksio/lifecycle:0.20.12': universe.lifecycle,
      };
      const reader = commandReader(cluster, { namespace: 'default', values });
      return { ...reader, prelude: `${reader.prelude}\nalias kp='"${program}"'` };
    },
    before: {
      'Prepare the cluster': async (directory) => {
        linkClone(directory);
        const { output } = await kp.start('config', 'default-repository', `${cluster.registry.address}/kp`).ended;
        expect(output).to.include('namespaces "kpack" not found');
        made.push({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kpack' } });
        await create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'builds', namespace: 'default' } });
      },
    },
  });

  describe('after the preparation of the guide', () => {
    it('creates stores, stacks and builders', async () => {
      const { address } = cluster.registry;
      workspace.write({ 'order.yaml': '- group:\n  - id: test/hello\n', 'descriptor.yaml': descriptor(universe) });
      made.push(...['ClusterBuilder', 'ClusterStore', 'ClusterStack'].map((kind) => clusterWide(kind, 'by-kp')));
      await kp.run('clusterstore', 'create', 'by-kp', '--buildpackage', universe['hello-1.1.0']);
      await kp.run('clusterstack', 'create', 'by-kp', '--build-image', universe.build, '--run-image', universe.run);
      const parts = ['--order', 'order.yaml', '--store', 'by-kp', '--stack', 'by-kp'];
      await kp.run('clusterbuilder', 'create', 'by-kp', '--tag', `${address}/kp/by-kp`, ...parts);
      expect(await kp.run('clusterbuilder', 'status', 'by-kp')).to.match(/^Status: +Ready$/m);
      await kp.run('builder', 'create', 'by-kp', '--tag', `${address}/kp/own`, ...parts);
      expect(await kp.run('builder', 'status', 'by-kp')).to.match(/^Status: +Ready$/m);
      expect(await kp.run('clusterstore', 'status', 'by-kp')).to.match(/^test\/hello +1\.1\.0/m);
      expect(await kp.run('clusterstack', 'status', 'by-kp')).to.match(/^Status: +Ready$/m);
      await kp.run('builder', 'delete', 'by-kp');
    });

    it('imports a descriptor', async () => {
      made.push(...['ClusterBuilder', 'ClusterStack'].map((kind) => clusterWide(kind, 'default')));
      made.push(...['ClusterBuilder', 'ClusterStore', 'ClusterStack'].map((kind) => clusterWide(kind, 'imported')));
      expect(await kp.run('import', '--filename', 'descriptor.yaml', '--force')).to.match(/Imported resources\n$/);
      expect(await kp.run('clusterbuilder', 'list')).to.match(/^imported +true /m);
    });

    it('creates, lists and deletes buildpacks and registry Secrets', async () => {
      for (const kind of ['buildpack', 'clusterbuildpack']) {
        await kp.run(kind, 'create', 'by-kp', '--image', universe['hello-1.1.0']);
        expect(await kp.run(kind, 'status', 'by-kp')).to.match(/^test\/hello +1\.1\.0/m);
        expect(await kp.run(kind, 'list')).to.match(/^by-kp +true /m);
        await kp.run(kind, 'delete', 'by-kp');
      }
      await kp.run('secret', 'create', 'by-kp', '--registry', 'registry.example.com', '--registry-user', 'somebody');
      expect(await kp.run('secret', 'list')).to.match(/^by-kp +registry\.example\.com/m);
      await kp.run('secret', 'delete', 'by-kp');
    });
  });

  async function create(object: KubernetesObject): Promise<void> {
    made.push(object);
    await cluster.client.create(object);
  }

  function tag(name: string): string {
    return `${cluster.registry.address}/kp-images/${name}`;
  }

  function gitImage(name: string, repository = 'app.git'): readonly string[] {
    return ['--tag', tag(name), ...gitSource(repository), ...BUILDER];
  }

  function gitSource(repository: string): readonly string[] {
    return ['--git', `${server.url}/${repository}`, '--git-revision', 'main'];
  }

  /** Waits until the Image of each run reports the reason. No run may have ended. */
  async function expectWaiting(runs: Readonly<Record<string, KpRun>>, reason: string): Promise<void> {
    for (const name of Object.keys(runs)) await reports(name, reason);
    expect(Object.values(runs).map((run) => run.hasEnded())).to.not.include(true);
  }

  /** Waits for the runs. Ready must be Unknown for the whole time between the change of an Image and the end of its Build. */
  async function expectBuilt(runs: Readonly<Record<string, KpRun>>): Promise<void> {
    for (const [name, run] of Object.entries(runs)) {
      expect(await run.ended, name).to.include({ code: 0 });
      const versions = images.versions().filter((version) => version.name === name);
      const generation = versions.at(-1)?.observedGeneration;
      const ofChange = versions.filter(({ observedGeneration }) => observedGeneration === generation);
      const early = ofChange.filter((version) => version.latestBuildImageGeneration !== generation);
      expect(early, name).not.to.deep.equal([]);
      expect(early.filter(({ ready }) => ready !== 'Unknown')).to.deep.equal([]);
    }
  }

  /** Returns the Builds of an Image as `kp` lists them: number, status and reason. */
  async function buildsOf(image: string): Promise<readonly string[]> {
    const rows = (await kp.run('build', 'list', image)).trim().split('\n').slice(1);
    return rows
      .map((row) => row.split(/ {2,}/))
      .map(([number, status, _image, reason]) => `${number} ${status} ${reason}`);
  }

  async function reports(image: string, reason: string): Promise<void> {
    const object = { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', metadata: { name: image, namespace: 'default' } };
    const ask = async (): Promise<true | undefined> => {
      const status = objectAt(((await cluster.client.get(object)) ?? {}) as JsonObject, 'status');
      const ready = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready');
      return ready?.['reason'] === reason ? true : undefined;
    };
    await until(`Image ${image} to report ${reason}`, ask, { seconds: 120 });
  }
});

const BUILDER = ['--cluster-builder', 'good'];

function clusterWide(kind: string, name: string): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name } };
}

function descriptor(universe: PushedUniverse): string {
  return `apiVersion: kp.kpack.io/v1alpha3
kind: DependencyDescriptor
defaultClusterBuilder: imported
defaultClusterStack: imported
clusterStores:
- name: imported
  sources:
  - image: ${universe['hello-1.1.0']}
clusterStacks:
- name: imported
  buildImage:
    image: ${universe.build}
  runImage:
    image: ${universe.run}
clusterBuilders:
- name: imported
  clusterStack: imported
  clusterStore: imported
  order:
  - group:
    - id: test/hello
`;
}
