import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import { formatYaml } from '../../../src/core/yaml/format-yaml.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { installKpack, type Kpack } from '../../cluster/kpack/kpack.ts';
import { kpackReleaseDefinitions } from '../../cluster/kpack/objects.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderVolume } from '../../cluster/node/folder-claim.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import type { LeashedProcess } from '../../cluster/processes/leashed-process.ts';
import { until } from '../../cluster/processes/until.ts';
import { PROGRAMS } from '../../cluster/programs/program.ts';
import { git, makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { kubectlOutput, type Printed } from '../../integration/crds/kubectl.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { sectionCommands } from '../../support/docs/section-commands.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { kpackRelease, migratedBuilder, migratedImage, NAMESPACE } from './migration-objects.ts';
import { runPageCommand } from './page-commands.ts';

const PAGE = 'docs/how-to/migrate-from-kpack.md';
const { version: VERSION } = PROGRAMS['kpack-controller'];
const RELEASE = `https://github.com/buildpacks-community/kpack/releases/download/${VERSION}/release-${VERSION.slice(1)}.yaml`;
/** The namespace of the page's example of cloud identities. */
const CLOUD_NAMESPACE = 'shop';
const IMAGES = ['claim', 'registry'] as const;

type ImageName = (typeof IMAGES)[number];

// kpack's Deployments only sleep, and its controller is a process beside the cluster, which starts and stops with them.
describe('Moving from kpack to taskpack and back', function () {
  this.timeout(600_000);
  let cluster: NodeCluster;
  let kpack: Kpack;
  let controller: LeashedProcess | undefined;
  let repositories: Repositories;
  let server: GitServer;
  let release: string;
  const lastBuilds: Partial<Record<ImageName, JsonObject>> = {};

  before(async function () {
    // The first run builds kpack and the programs of the cluster and the images.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await pushOwnImages(cluster.registry);
    await installCrds(cluster);
    await kubectlOutput(cluster, ['delete', 'images,builds', '--all', '--all-namespaces']);
    kpack = await installKpack(cluster, console.error);
    release = path.join(cluster.folder, 'kpack-release.yaml');
    const objects = [...kpackReleaseDefinitions(), ...kpackRelease()];
    writeFileSync(release, objects.map((one) => formatYaml(one as unknown as Json)).join('---\n'));
    await startSources();
    for (const name of [NAMESPACE, CLOUD_NAMESPACE]) await kubectlOutput(cluster, ['create', 'namespace', name]);
    await kubectlOutput(cluster, ['apply', '-f', release]);
    controller = await kpack.start('init');
  });
  after(async () => {
    await controller?.stop();
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', 'namespace', NAMESPACE, CLOUD_NAMESPACE]);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], kpackRelease());
    // Definitions with a conversion webhook would break the tests that follow.
    await kubectlOutput(cluster, ['apply', '-f', path.join(ROOT, 'config/300-crds')]);
    await kubectlOutput(cluster, ['delete', '--all', 'clusterbuilders,clusterlifecycles,clusterstacks,clusterstores']);
    await kpack?.remove();
    await server?.stop();
    repositories?.remove();
  });

  it('starts with Images that kpack has built', async () => {
    const { address } = cluster.registry;
    const builder = migratedBuilder(address, await pushRunningUniverse(cluster.registry));
    await createFolderVolume(cluster, { name: 'claim-cache', namespace: NAMESPACE });
    const caches = {
      claim: { volume: { size: '1Gi' } },
      registry: { registry: { tag: `${address}/migration/cache` } },
    };
    const images = IMAGES.map((name) => migratedImage(name, address, `${server.url}/${name}.git`, caches[name]));
    for (const object of [...builder, ...images]) await cluster.client.create(object);
    for (const name of IMAGES) lastBuilds[name] = await built(name, 1);
    await until(
      'the Deployments of kpack to run',
      async () =>
        (await kubectlOutput(cluster, ['get', 'deployment', 'kpack-controller', '-n', 'kpack'])).includes('1/1') ||
        undefined,
    );
  });

  it('checks the cluster as step 1 says', async () => {
    const [{ code, stdout, stderr }] = await runSection('1. Look at the cluster');
    expect(code).to.equal(1);
    expect(stdout.split('\n').map((line) => line.replace(/:.*/, ''))).to.include.members([
      '2 Images',
      '2 finished Builds',
      '2 SourceResolvers',
      '1 cache claim',
    ]);
    expect(stderr).to.match(/kpack's controller runs \(deployment kpack\/kpack-controller\)/);
    for (const command of commandsOf('2. Stop kpack').filter((one) => !one.includes(' wait '))) {
      expect(stderr).to.include(`Run: ${command}\n`);
    }
  });

  it('stops kpack and installs taskpack as steps 2 and 3 say', async () => {
    await controller?.stop();
    controller = undefined;
    expectSuccess(await runSection('2. Stop kpack'));
    expectSuccess(await runSection('Cloud identities'));
    const steps = commandsOf('3. Install taskpack');
    const results = await runCommands(steps.slice(0, 1));
    await reachApiServer();
    expectSuccess([...results, ...(await runCommands(steps.slice(1)))]);
    expectSuccess(await runSection('4. Look at the Images'));
    const [check] = await runCommands(steps.slice(-1));
    expect(check.stdout).to.match(/^no conflicts with kpack\n2 Images: /);
  });

  it('builds the next commit with the last image and the cache, and nothing else', async () => {
    repositories.commit('claim', { 'hello.txt': 'taskpack' });
    await expectNext('claim', 2, { volume: { persistentVolumeClaimName: 'claim-cache' } });
    expect(await buildNames('registry')).to.deep.equal(['registry-build-1']);
    repositories.commit('registry', { 'hello.txt': 'taskpack' });
    await expectNext('registry', 2, { registry: { tag: `${cluster.registry.address}/migration/cache` } });
    expect(await buildNames('claim')).to.deep.equal(['claim-build-1', 'claim-build-2']);
  });

  it('goes back to kpack, which builds the next commit likewise', async () => {
    for (const name of IMAGES) lastBuilds[name] = await built(name, 2);
    expectSuccess(await runSection('Go back to kpack'));
    repositories.commit('claim', { 'hello.txt': 'kpack' });
    controller = await kpack.start('init');
    await expectNext('claim', 3, { volume: { persistentVolumeClaimName: 'claim-cache' } });
    expect(await buildNames('registry')).to.deep.equal(['registry-build-1', 'registry-build-2']);
  });

  /** Starts a git server with one repository for each Image. kpack fetches commits by their IDs. */
  async function startSources(): Promise<void> {
    repositories = makeRepositories();
    for (const name of IMAGES) {
      repositories.commit(name, { 'hello.txt': 'world' });
      git(path.join(repositories.folder, `${name}.git`), 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
    }
    server = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  }

  /** Waits for a Build of the pushed commit, and asserts that it continues the Build before. */
  async function expectNext(name: ImageName, number: number, cache: object): Promise<void> {
    const build = await built(name, number);
    const { annotations, labels } = build['metadata'] as JsonObject;
    expect(annotations).to.include({ 'image.kpack.io/reason': 'COMMIT' });
    expect(labels).to.include({ 'image.kpack.io/buildNumber': `${number}` });
    const spec = objectAt(build, 'spec');
    const last = objectAt(lastBuilds[name] ?? {}, 'status');
    expect(spec['cache']).to.deep.equal(cache);
    expect(objectAt(spec, 'lastBuild')).to.deep.include({
      image: last['latestImage'],
      ...(last['latestCacheImage'] !== undefined && { cache: { image: last['latestCacheImage'] } }),
    });
    const pod = textAt(objectAt(build, 'status'), 'podName') ?? '';
    const log = await kubectlOutput(cluster, ['logs', pod, '--namespace', NAMESPACE, '--all-containers']);
    expect(log).to.match(/Restoring data for "test\/hello:data" from cache/);
  }

  /** Waits until the Build with this number is the Image's newest and has succeeded. */
  async function built(name: ImageName, number: number): Promise<JsonObject> {
    const image = kpackObject('Image', name);
    const ready = async (): Promise<JsonObject | undefined> => {
      const status = objectAt(((await cluster.client.get(image)) ?? {}) as JsonObject, 'status');
      const condition = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
      const isNewest = status['latestBuildRef'] === `${name}-build-${number}`;
      return isNewest && condition['status'] !== 'Unknown' ? condition : undefined;
    };
    const condition = await until(`Build ${number} of ${name}`, ready, { seconds: 240 });
    expect(condition, JSON.stringify(condition)).to.include({ status: 'True' });
    return (await cluster.client.get(kpackObject('Build', `${name}-build-${number}`))) as JsonObject;
  }

  async function buildNames(image: ImageName): Promise<readonly string[]> {
    const builds = await cluster.client.list('kpack.io/v1alpha2', 'Build', NAMESPACE);
    const own = builds.filter(({ metadata }) => metadata.labels?.['image.kpack.io/image'] === image);
    return own.map(({ metadata }) => metadata.name).toSorted();
  }

  async function runSection(heading: string): Promise<Results> {
    return runCommands(commandsOf(heading));
  }

  async function runCommands(commands: readonly string[]): Promise<Results> {
    const { kubeconfig, kubectl, registry } = cluster;
    const replacements = { 'registry.example.com/taskpack': registry.address, [RELEASE]: release };
    const results: Printed[] = [];
    for (const command of commands) results.push(await runPageCommand(command, { kubeconfig, kubectl, replacements }));
    const [first, ...others] = results;
    if (first === undefined) throw new Error(`${PAGE} has no commands there`);
    return [first, ...others];
  }

  /** Adds what this cluster needs: it has no DNS for the API server, and the test does not wait a minute for a commit. */
  async function reachApiServer(): Promise<void> {
    const settings = { data: { BACKEND: 'native', SOURCE_POLL_INTERVAL: '1' } };
    const patch = ['--type', 'merge', '--patch', JSON.stringify(settings)];
    await kubectlOutput(cluster, ['patch', 'configmap', 'settings', '--namespace', 'taskpack', ...patch]);
    const { hostname, port } = new URL(cluster.client.address.server);
    const variables = [`KUBERNETES_SERVICE_HOST=${hostname}`, `KUBERNETES_SERVICE_PORT=${port}`];
    const deployment = ['deployment/taskpack-controller', '--namespace', 'taskpack'];
    await kubectlOutput(cluster, ['set', 'env', ...deployment, ...variables]);
  }
});

type Results = readonly [Printed, ...Printed[]];

function commandsOf(heading: string): readonly string[] {
  return sectionCommands(PAGE, heading).map(({ text }) => text);
}

function expectSuccess(results: readonly Printed[]): void {
  for (const { code, stdout, stderr } of results) expect(code, stdout + stderr).to.equal(0);
}

function kpackObject(kind: string, name: string): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name, namespace: NAMESPACE } };
}
