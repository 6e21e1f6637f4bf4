import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { TEAM_CA } from '../../support/authorities.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { accountKubeconfig, applyAll, removeInstallation } from '../install/installed-cluster.ts';
import { builderImage } from '../registry/inspected-images.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { pushImage, pushSmallImage } from '../steps/prepare/pushed-image.ts';
import { startPrivateServers, type PrivateServers } from './private-servers.ts';

const SOURCES: Readonly<Record<string, JsonObject>> = {
  git: { git: { url: 'https://git.test/app.git', revision: 'main' } },
  blob: { blob: { url: 'https://blob.test/app.tgz' } },
  image: { registry: { image: 'registry.test/source:1' } },
  // The certificate of the servers is not for this name: only the mirror has the image.
  mirrored: { registry: { image: 'mirrored.test/source:1' } },
};

describe('the controller, with labelled ConfigMaps and the permissions of its ServiceAccount', function () {
  this.timeout(180_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let repositories: Repositories;
  let git: GitServer;
  let blob: BlobServer;
  let servers: PrivateServers;
  let folder: string;
  let controller: ControllerProcess;

  const apply = async (object: unknown): Promise<void> => {
    await cluster.client.apply(object as KubernetesObject);
  };
  const network = async (namespace: string, data: Readonly<Record<string, string>>): Promise<void> => {
    const metadata = { name: 'network', namespace, labels: { 'taskpack.dev/network': 'true' } };
    await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
  };
  const stored = async (object: unknown): Promise<JsonObject | undefined> =>
    (await cluster.client.get(object as KubernetesObject)) as unknown as JsonObject | undefined;
  /** Waits until the first condition of an object has this reason or is true. Returns the condition. */
  const condition = async (object: unknown, isReached: (condition: JsonObject) => boolean): Promise<JsonObject> =>
    until(
      'the condition',
      async () => {
        const [first = {}] = objectsAt(objectAt((await stored(object)) ?? {}, 'status'), 'conditions');
        return isReached(first) ? first : undefined;
      },
      { seconds: 60 },
    );

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-network-'));
    repositories = makeRepositories();
    repositories.commit('app', { 'a.txt': '1' });
    git = await startGitServer(repositories.folder);
    blob = await startBlobServer(Buffer.from('blob'));
    await pushSmallImage(`${registry().address}/source:1`);
    await pushImage(`${registry().address}/builder`, builderImage());
    servers = await startPrivateServers({
      'git.test': git.url,
      'blob.test': blob.url,
      'registry.test': registry().url,
    });
    for (const name of ['team', 'stranger']) await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await network(CONTROLLER_NAMESPACE, { HTTPS_PROXY: servers.proxy.url });
    await network('team', { 'ca.crt': servers.certificate, HTTPS_PROXY: 'http://proxy-of-builds.test' });
    const settings = { BACKEND: 'native', REGISTRY_MIRRORS: 'mirrored.test=registry.test' };
    controller = controllerProcess(await accountKubeconfig(cluster, folder), settings);
    await controller.says('leading');
  });
  after(async () => {
    controller?.kill('SIGTERM');
    await controller?.ended;
    await Promise.all([servers?.stop(), git?.stop(), blob?.stop()]);
    repositories?.remove();
    for (const name of ['team', 'stranger']) {
      await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  it('reaches git servers, blobs, registries and their mirrors with the certificates of a namespace, for this namespace only', async () => {
    for (const name of Object.keys(SOURCES)) {
      await apply(resolver('team', name));
      await apply(resolver('stranger', name));
    }
    for (const name of Object.keys(SOURCES)) {
      await condition(resolver('team', name), isTrue);
      const failure = await condition(resolver('stranger', name), ({ message }) => message !== undefined);
      expect(failure['message'], name).to.match(/certificate/i);
    }
    expect(servers.proxy.asked).to.include.members(['git.test:443', 'blob.test:443', 'registry.test:443']);
  });

  it('starts Builds with both, and copies the certificates beside the Pod', async () => {
    await apply(build('team'));
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'app-build-pod', namespace: 'team' } };
    const created = await until('the Pod', async () => stored(pod), { seconds: 60 });
    const [prepare = {}] = objectsAt(objectAt(created, 'spec'), 'initContainers');
    expect(objectsAt(prepare, 'env')).to.deep.include({ name: 'https_proxy', value: 'http://proxy-of-builds.test' });
    const volume =
      objectsAt(objectAt(created, 'spec'), 'volumes').find(({ name }) => name === 'ca-certificates-dir') ?? {};
    const name = textAt(objectAt(volume, 'configMap'), 'name') ?? '';
    const copy = await stored({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'team' } });
    expect(objectAt(copy ?? {}, 'data')['ca.crt']).to.equal(servers.certificate);
  });

  it('leaves no copy of the certificates behind when the last Build with them is deleted', async () => {
    await apply(build('team', 'second'));
    const copies = async (): Promise<readonly JsonObject[]> => {
      const all = await cluster.client.list('v1', 'ConfigMap', 'team');
      return all.flatMap(({ metadata }) => (metadata.name.startsWith('taskpack-ca-') ? [metadata as JsonObject] : []));
    };
    const owners = async (...names: readonly string[]): Promise<void> => {
      await until(`the owners ${names.join()}`, async () => {
        const found = (await copies()).flatMap((copy) =>
          objectsAt(copy, 'ownerReferences').map((owner) => textAt(owner, 'name')),
        );
        return found.join() === names.join() || undefined;
      });
    };
    await owners('app', 'second');
    await cluster.client.delete(build('team') as KubernetesObject);
    await owners('second');
    expect(await copies()).to.have.length(1);
    await cluster.client.delete(build('team', 'second') as KubernetesObject);
    await until('the end of the copy', async () => (await copies()).length === 0 || undefined);
  });

  it('says in an Event and in the Build which key cannot be used, and goes on when it is corrected', async () => {
    const problem = 'ConfigMap stranger/network, key ca.crt: holds no PEM certificate';
    await network('stranger', { 'ca.crt': 'none' });
    await apply(build('stranger'));
    const { message } = await condition(build('stranger'), ({ reason }) => reason === 'NetworkInvalid');
    expect(message).to.include(problem);
    await until(
      'the Event',
      async () => {
        const events = await cluster.client.list('events.k8s.io/v1', 'Event', 'stranger');
        return events.some((event) => textAt(event as unknown as JsonObject, 'note')?.includes(problem)) || undefined;
      },
      { seconds: 60 },
    );
    await network('stranger', { 'ca.crt': TEAM_CA });
    await condition(build('stranger'), ({ reason }) => reason !== 'NetworkInvalid');
  });

  it('trusts new certificates without a restart, and asks again at once', async () => {
    await network(CONTROLLER_NAMESPACE, { HTTPS_PROXY: servers.proxy.url, 'corporate.pem': servers.certificate });
    for (const name of Object.keys(SOURCES)) await condition(resolver('stranger', name), isTrue);
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'app-build-pod', namespace: 'stranger' } };
    await until('the Pod', async () => stored(pod), { seconds: 60 });
    expect(controller.log().filter((line) => /forbidden/i.test(JSON.stringify(line)))).to.deep.equal([]);
  });
});

function resolver(namespace: string, name: string): object {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'SourceResolver',
    metadata: { name, namespace, annotations: { 'taskpack.dev/poll-interval': '10m' } },
    spec: { serviceAccount: 'default', source: SOURCES[name] },
  };
}

function build(namespace: string, name = 'app'): object {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace },
    spec: {
      tags: ['registry.test/app'],
      builder: { image: 'registry.test/builder' },
      source: SOURCES['git'],
      serviceAccountName: 'default',
    },
  };
}

function isTrue({ status }: JsonObject): boolean {
  return status === 'True';
}
