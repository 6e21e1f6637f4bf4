import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { kubectl } from '../../integration/crds/kubectl.ts';
import type { PrivateHost } from '../../integration/network/private-servers.ts';
import { awaitCommand } from '../../support/command.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { publishedObjects, standInImages } from '../tasks/published-tasks.ts';
import { performRun, type RunResults } from '../tekton-run.ts';
import { NAMESPACES, SERVICE_ACCOUNT, startPrivateBed, type PrivateBed } from './private-bed.ts';

const SOURCES = {
  git: { git: { url: 'https://git.test/app.git', revision: 'main' } },
  blob: { blob: { url: 'https://blob.test/app.zip' } },
};

const BACKENDS = {
  init: { BACKEND: 'native' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  taskrun: { BACKEND: 'tekton', SUPPORT_INJECTED_SIDECARS: 'false' },
};

/**
 * The proxy is the only way to the servers: they listen on the loopback interface of the machine, which Pods do not share, and only the
 * proxy knows their names. The node pulls builders and run images from a registry that needs neither the proxy nor the authority.
 */
describe('servers with a private authority behind a proxy, on the node', function () {
  this.timeout(300_000);
  let bed: PrivateBed;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startPrivateBed(BACKENDS.init);
  });
  after(() => bed?.stop());

  describe('a Pod of init containers, beside the published Tasks', () => {
    sideBySide({
      'builds from git': () => expectBuilt('git', 'init', 'separate'),
      'builds from a blob': () => expectBuilt('blob', 'init', 'separate'),
      'fails without the certificates, and names them': async () => {
        const status = await build(NAMESPACES.stranger, 'stranger', 'git');
        expect(status.failure, JSON.stringify(status)).to.include({ phase: 'prepare' });
        expectCause(status, /the TLS connection to registry\.test fails .*certificate authority/);
        expect(status.failure?.advice).to.include('taskpack.dev/network');
      },
      'fails without the proxy, because it is the only way out': async () => {
        const status = await build(NAMESPACES.direct, 'direct', 'git');
        expect(status.failure, JSON.stringify(status)).to.include({ phase: 'prepare' });
        expectCause(status, /the connection to registry\.test fails/);
      },
      'builds like the published Tasks, which get the ConfigMap as a workspace': expectTasks,
    });
  });

  describe('a Pod of regular containers', () => {
    before(() => bed.controller.configure({ ...BACKENDS.containers, CREATOR_BUILDERS: bed.creatorPattern }));

    sideBySide({
      'builds from git': () => expectBuilt('git', 'containers', 'separate'),
      'builds from a blob with the creator': () => expectBuilt('blob', 'creator', 'creator'),
    });
  });

  describe('a TaskRun', () => {
    before(() => bed.controller.configure(BACKENDS.taskrun));

    sideBySide({
      'builds from git': () => expectBuilt('git', 'taskrun', 'separate'),
      'builds from a blob': () => expectBuilt('blob', 'taskrun', 'separate'),
    });
  });

  describe('the log of the proxy', () => {
    it('has each of the servers, and no other server', () => {
      const targets = ['git.test:443', 'blob.test:443', 'registry.test:443'];
      expect(new Set(bed.servers.proxy.asked)).to.deep.equal(new Set(targets));
    });
  });

  /** Builds a source, and checks that the servers were asked and that buildpacks see the proxy and the certificates. */
  async function expectBuilt(
    kind: keyof typeof SOURCES,
    backend: string,
    builder: keyof PrivateBed['builders'],
  ): Promise<void> {
    const name = `${kind}-${backend}`;
    const status = await build(NAMESPACES.trusting, name, kind, builder);
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status.latestImage).to.match(new RegExp(`^registry\\.test/app/${name}@sha256:`));
    expect(asked(`${kind}.test`)).to.include('/app');
    expect(status.latestCacheImage).to.match(new RegExp(`^registry\\.test/cache/${name}@sha256:`));
    expect(asked('registry.test')).to.include(`/v2/app/${name}/manifests/`);
    expectSeen(await logOf(name));
  }

  function asked(host: PrivateHost): string {
    return bed.servers.requests.filter((request) => request.startsWith(`${host} `)).join('\n');
  }

  function expectSeen(log: string): void {
    const { proxy, certificate } = bed.servers;
    for (const spelling of ['HTTPS_PROXY', 'https_proxy']) expect(log).to.include(`${spelling}=${proxy.url}`);
    expect(log).to.include('/bindings/taskpack-ca-certificates').and.include(certificate.trim().split('\n')[1]);
  }

  async function build(
    namespace: string,
    name: string,
    kind: keyof typeof SOURCES,
    builder: keyof PrivateBed['builders'] = 'separate',
  ): Promise<BuildStatus> {
    const object: KubernetesObject = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace },
      spec: {
        tags: [`registry.test/app/${name}`],
        serviceAccountName: SERVICE_ACCOUNT,
        builder: { image: bed.builders[builder] },
        // restore and completion ask the registry only because of the cache.
        cache: { registry: { tag: `registry.test/cache/${name}` } },
        source: SOURCES[kind],
      },
    };
    return runBuild(bed.cluster.client, object);
  }

  async function logOf(name: string): Promise<string> {
    const options = ['-n', NAMESPACES.trusting, '--kubeconfig', bed.cluster.kubeconfig];
    const { stdout } = await awaitCommand(['logs', name, ...options]);
    return stdout;
  }

  /** Runs the published Tasks as docs/how-to/use-a-private-ca-or-proxy.md says, with the ConfigMap of the namespace as workspace. */
  async function expectTasks(): Promise<void> {
    const { cluster } = bed;
    const namespace = NAMESPACES.trusting;
    const ours = await standInImages(cluster);
    for (const task of ['buildpacks-source', 'buildpacks'])
      for (const object of publishedObjects(`${task}/${task}.yaml`, namespace, ours))
        await cluster.client.create(object);
    await createFolderClaim(cluster, { name: 'source', namespace });
    const claim = { persistentVolumeClaim: { claimName: 'source' } };
    const { commit = '' } = await runTask('buildpacks-source', { url: SOURCES.git.git.url }, { output: claim });
    expect(commit).to.match(/^[0-9a-f]{40}$/);
    const params = { APP_IMAGE: 'registry.test/app/task', BUILDER_IMAGE: bed.builders.separate };
    expect(await runTask('buildpacks', params, { source: claim })).to.have.property('APP_IMAGE_DIGEST');
    const selector = ['--namespace', namespace, '--selector', 'tekton.dev/taskRun=buildpacks'];
    const { stdout } = await kubectl(cluster, ['logs', ...selector, '--all-containers', '--tail=-1']);
    expectSeen(stdout);
  }

  async function runTask(
    task: string,
    params: Readonly<Record<string, string>>,
    workspaces: Readonly<Record<string, object>>,
  ): Promise<RunResults> {
    const { uid, gid } = STACK.build;
    const { url } = bed.servers.proxy;
    const variables = { HTTPS_PROXY: url, https_proxy: url, NO_PROXY: BRIDGE_ADDRESS, no_proxy: BRIDGE_ADDRESS };
    return performRun(bed.cluster, {
      apiVersion: 'tekton.dev/v1',
      kind: 'TaskRun',
      metadata: { name: task, namespace: NAMESPACES.trusting },
      spec: {
        serviceAccountName: SERVICE_ACCOUNT,
        taskRef: { name: task },
        params: Object.entries(params).map(([name, value]) => ({ name, value })),
        workspaces: [
          ...Object.entries(workspaces).map(([name, volume]) => ({ name, ...volume })),
          { name: 'ssl-ca-directory', configMap: { name: 'network' } },
        ],
        podTemplate: {
          env: Object.entries(variables).map(([name, value]) => ({ name, value })),
          automountServiceAccountToken: false,
          securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
        },
      },
    });
  }
});

function expectCause({ failure }: BuildStatus, cause: RegExp): void {
  expect(failure?.message).to.match(cause);
}
