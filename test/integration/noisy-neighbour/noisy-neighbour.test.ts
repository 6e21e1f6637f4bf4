import { expect } from 'chai';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { sendWithToken, type ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { shellBlocks } from '../../support/docs/shell-blocks.ts';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';
import { matrix, stride } from '../../support/matrix.ts';
import { signedDelivery } from '../../unit/controller/sources/webhooks/deliveries.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { kubectlOutput } from '../crds/kubectl.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { accountKubeconfig, applyAll, removeInstallation } from '../install/installed-cluster.ts';
import { startNoise, type Noise, type NoiseOptions } from './noise.ts';

const KEY = 'a key that the git server has';
const QUIET = 'quiet-team';
const NOISY = 'noisy-team';
const BUILDER = 'good';
const MERGE = 'application/merge-patch+json';

/** The memory limit of the Deployment. */
const MEMORY_LIMIT_BYTES = 1024 ** 3;

/** The time between two pushes is longer than the least time between two queries that pushes cause. */
const BETWEEN_PUSHES_MS = 2_500;
const RUNS_ALL = matrix([true], [false])[0] === true;
/** Only the five minutes compare times. */
const QUIET_PUSHES = stride(8, 2);
/** The short round is longer than a Lease lasts without a renewal. */
const NOISE_SECONDS = stride(300, 20);
const MAX_RATIO = 2;

/** The tenant, the API server and the controller share the processors of one machine, and a push takes a tenth of a second. */
const ALWAYS_ALLOWED_MS = 1_000;

/** The delivery and its removal, the SourceResolver, the Build, and the Image. */
const WRITES_OF_PUSH = 5;

const SETTINGS = {
  GIT_WEBHOOKS_SECRET: 'git-webhooks',
  GIT_WEBHOOKS_PORT: '0',
  SOURCE_POLL_INTERVAL: '100000',
  BACKEND: 'native',
  MAX_UNFINISHED_BUILDS_PER_NAMESPACE: '10',
};

describe('a namespace beside one that does all that its rights allow', function () {
  this.timeout((NOISE_SECONDS + 600) * 1_000);
  const universe = placedUniverse();
  let cluster: Cluster;
  let repositories: Repositories;
  let shared: GitServer;
  let folder: string;
  let controller: ControllerProcess;
  let noise: Noise | undefined;
  let sendAsOther: ApiClient['send'];
  const servers: HttpServer[] = [];

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-noise-'));
    repositories = makeRepositories();
    shared = await startGitServer(repositories.folder, {
      fault: ({ url = '' }) =>
        url.startsWith('/noise-')
          ? (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
          : undefined,
    });
    for (const name of [QUIET, NOISY, 'team'])
      await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await giveRights();
    sendAsOther = await otherAccount();
    await create('v1', 'Secret', 'git-webhooks', CONTROLLER_NAMESPACE, { stringData: { key: KEY } });
    controller = controllerProcess(await accountKubeconfig(cluster, folder), SETTINGS);
    await controller.says('leading', 60);
    const { parts, builders } = universe().documents;
    for (const object of [...parts, builders[BUILDER]]) await cluster.client.create(object as never);
    await until('the builder is ready', async () => isReady(builders[BUILDER] as KubernetesObject), { seconds: 120 });
    await createImage();
    await otherSuitesEnd();
  });
  after(async () => {
    await noise?.stop().catch(() => undefined);
    controller?.kill('SIGKILL');
    await controller?.ended;
    await Promise.all([...servers, shared].map(async (server) => server?.stop()));
    repositories?.remove();
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets its Builds as soon as before, and the controller keeps its Lease and its memory', async () => {
    const quiet = await measure(QUIET_PUSHES, Infinity);
    const before = await lease();
    const watched = watchController();
    noise = startNoise(await noiseOptions());
    await sleep(5_000);
    const noisy = await measure(Infinity, NOISE_SECONDS);
    const counts = await noise.stop();
    noise = undefined;
    const { memoryBytes, oldestRenewalSeconds } = await watched.stop();
    const figures = {
      quietMs: Math.round(median(quiet.pushesMs)),
      noisyMs: Math.round(median(noisy.pushesMs)),
      quietWritesMs: Math.round(median(quiet.writesMs)),
      noisyWritesMs: Math.round(median(noisy.writesMs)),
      memoryMiB: Math.round(memoryBytes / 1024 ** 2),
      oldestRenewalSeconds: Math.round(oldestRenewalSeconds),
    };
    console.log(
      `    a push becomes a Build: ${JSON.stringify(figures)} of ${quiet.pushesMs.length} and ${noisy.pushesMs.length} pushes`,
    );
    if (process.env['TASKPACK_NOISE'] !== undefined) console.log({ quiet, noisy, counts });
    const after = await lease();
    expect(after['holderIdentity']).to.equal(before['holderIdentity']);
    expect(after['leaseTransitions']).to.equal(before['leaseTransitions']);
    expect(memoryBytes).to.be.lessThan(MEMORY_LIMIT_BYTES);
    for (const [what, ofWhat] of Object.entries(counts))
      expect(
        Object.keys(ofWhat).some((status) => status !== '403'),
        `${what} is not within the tenant's rights`,
      ).to.equal(true);
    // The tenant slows down the API server for everybody, and a push needs requests in a row. That part is not the controller's.
    const slowdown = Math.max(1, median(noisy.writesMs) / median(quiet.writesMs));
    const allowedMs = Math.max(MAX_RATIO * slowdown * median(quiet.pushesMs), ALWAYS_ALLOWED_MS);
    // A short round has too few pushes for a median.
    if (RUNS_ALL) expect(median(noisy.pushesMs)).to.be.lessThan(allowedMs);
  });

  /** Gives the tenant the rights and limits of the page about tenants. */
  async function giveRights(): Promise<void> {
    const page = readFileSync(path.join(ROOT, 'docs/how-to/serve-many-tenants.md'), 'utf8');
    const files = shellBlocks(page).flatMap((block) => block.files);
    const fileOf = (name: string): string => files.find((file) => file.name === name)?.content ?? '';
    await kubectlOutput(cluster, ['apply', '-f', '-'], fileOf('tenant-roles.yaml'));
    await kubectlOutput(cluster, ['apply', '-n', NOISY, '-f', '-'], fileOf('team-limits.yaml'));
    await kubectlOutput(cluster, ['create', 'serviceaccount', 'tenant', '-n', NOISY]);
    const account = `--serviceaccount=${NOISY}:tenant`;
    await kubectlOutput(cluster, ['create', 'rolebinding', 'tenant', '-n', NOISY, '--clusterrole=edit', account]);
    const as = `--as=system:serviceaccount:${NOISY}:tenant`;
    const may = async (namespace: string): Promise<boolean> =>
      (
        await kubectlOutput(cluster, ['auth', 'can-i', 'create', 'images.kpack.io', '-n', namespace, as]).catch(
          () => 'no',
        )
      ).trim() === 'yes';
    await until('the role is complete', async () => ((await may(NOISY)) ? true : undefined), { seconds: 60 });
    expect(await may(QUIET)).to.equal(false);
  }

  /** Returns the requests of a ServiceAccount that only measures how long the API server takes. */
  async function otherAccount(): Promise<ApiClient['send']> {
    await create('v1', 'ConfigMap', 'other', QUIET, {});
    await kubectlOutput(cluster, ['create', 'serviceaccount', 'other', '-n', QUIET]);
    const account = `--serviceaccount=${QUIET}:other`;
    await kubectlOutput(cluster, ['create', 'rolebinding', 'other', '-n', QUIET, '--clusterrole=edit', account]);
    const token = (await kubectlOutput(cluster, ['-n', QUIET, 'create', 'token', 'other'])).trim();
    return sendWithToken(cluster.client.address, token);
  }

  async function noiseOptions(): Promise<NoiseOptions> {
    const token = (await kubectlOutput(cluster, ['-n', NOISY, 'create', 'token', 'tenant'])).trim();
    const silent = await serve(() => undefined);
    const git = {
      'limits requests of the tenant': shared.url,
      'is silent': `http://${silent}`,
      'is unavailable': `http://${await serve((_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end())}`,
      'breaks off': `http://${await serve((request) => void request.socket.destroy())}`,
      'redirects to the shared one': `http://${await serve(({ url = '' }, response) => void response.writeHead(302, { location: `${shared.url}${url}` }).end())}`,
    };
    const { server, authority } = cluster.client.address;
    const hosts = { shared: shared.url, git, registry: universe().registry.address, silentRegistry: silent };
    const only = process.env['TASKPACK_NOISE'];
    return {
      server,
      authority,
      token,
      namespace: NOISY,
      builder: BUILDER,
      hosts,
      webhookPort: await webhookPort(),
      ...(only !== undefined && only !== 'all' && { only: only.split(',') }),
    };
  }

  /** Serves until the end of the test. */
  async function serve(listener: Parameters<typeof serveHttp>[1]): Promise<string> {
    const server = await serveHttp('127.0.0.1', listener);
    servers.push(server);
    return server.address;
  }

  async function createImage(): Promise<void> {
    repositories.commit('app', { 'a.txt': '0' });
    await create('kpack.io/v1alpha2', 'Image', 'app', QUIET, {
      spec: {
        tag: `${universe().registry.address}/app`,
        builder: { kind: 'ClusterBuilder', name: BUILDER },
        serviceAccountName: 'default',
        source: { git: { url: `${shared.url}/app.git`, revision: 'main' } },
        cache: { volume: { size: '1Gi' } },
      },
    });
    await finish(await buildOf(repositories.git('app', 'rev-parse', 'HEAD')));
  }

  /** Pushes at intervals, at most this often and this long. */
  async function measure(most: number, seconds: number): Promise<Measured> {
    const pushesMs: number[] = [];
    const writesMs: number[] = [];
    const start = performance.now();
    while (pushesMs.length < most && performance.now() - start < seconds * 1_000) {
      await sleep(BETWEEN_PUSHES_MS);
      const commit = repositories.commit('app', { 'a.txt': `${performance.now()}` });
      const pushedAt = performance.now();
      await deliver();
      const build = await buildOf(commit);
      pushesMs.push(performance.now() - pushedAt);
      await finish(build);
      writesMs.push(await writes());
    }
    return { pushesMs, writesMs };
  }

  /** Returns the milliseconds of writes of another ServiceAccount, one after the other: as many as the controller needs for a push. */
  async function writes(): Promise<number> {
    const start = performance.now();
    for (let count = 0; count < WRITES_OF_PUSH; count += 1) await write(`${start}-${count}`);
    return performance.now() - start;
  }

  /** Sends the delivery again until it is accepted, as git servers and their users do. */
  async function deliver(): Promise<void> {
    const { headers, body } = signedDelivery(
      JSON.stringify({ repository: { clone_url: `${shared.url}/app.git` } }),
      KEY,
    );
    const url = `http://127.0.0.1:${await webhookPort()}/hooks/git`;
    const post = async (): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })).status;
    await until('the delivery is accepted', async () => (await post().catch(() => 0)) === 202 || undefined, {
      seconds: 120,
    });
  }

  async function write(value: string): Promise<void> {
    await sendAsOther('PATCH', `/api/v1/namespaces/${QUIET}/configmaps/other`, { data: { value } }, MERGE);
  }

  async function buildOf(commit: string): Promise<JsonObject> {
    const place = kpackPath({ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { namespace: QUIET } });
    return until(
      `a Build of ${commit}`,
      async () => {
        const { items } = (await cluster.client.send('GET', place)) as { readonly items: readonly JsonObject[] };
        return items.find((build) => revisionOf(build) === commit);
      },
      { seconds: 240 },
    );
  }

  /** Plays the node: the Build fails. */
  async function finish(build: JsonObject): Promise<void> {
    const name = textAt(objectAt(build, 'metadata'), 'name') ?? '';
    const conditions = [{ type: 'Succeeded', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }];
    const place = kpackPath({ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { namespace: QUIET, name } });
    await cluster.client.send('PATCH', `${place}/status`, { status: { conditions } }, MERGE);
  }

  async function isReady(object: KubernetesObject): Promise<true | undefined> {
    const { status = {} } = (await cluster.client.get(object)) as { readonly status?: JsonObject };
    return (
      objectsAt(status, 'conditions').some((one) => one['type'] === 'Ready' && one['status'] === 'True') || undefined
    );
  }

  async function lease(): Promise<JsonObject> {
    const place = `/apis/coordination.k8s.io/v1/namespaces/${CONTROLLER_NAMESPACE}/leases`;
    const { items } = (await cluster.client.send('GET', place)) as { readonly items: readonly JsonObject[] };
    return objectAt(items[0] ?? {}, 'spec');
  }

  /** Measures the controller every second, until it is stopped. */
  function watchController() {
    const stopped = new AbortController();
    let memoryBytes = 0;
    let oldestRenewalSeconds = 0;
    const watching = (async () => {
      while (!stopped.signal.aborted) {
        const [, text] = await controller.ask('/metrics');
        memoryBytes = Math.max(memoryBytes, Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]));
        const age = (Date.now() - Date.parse(textAt(await lease(), 'renewTime') ?? '')) / 1_000;
        oldestRenewalSeconds = Math.max(oldestRenewalSeconds, age);
        await sleep(1_000);
      }
    })();
    return {
      stop: async () => {
        stopped.abort();
        await watching;
        return { memoryBytes, oldestRenewalSeconds };
      },
    };
  }

  async function webhookPort(): Promise<number> {
    const line = controller.log().find(({ message }) => message === 'webhook deliveries are accepted');
    return Number(line?.['port']);
  }

  async function create(
    apiVersion: string,
    kind: string,
    name: string,
    namespace: string,
    content: object,
  ): Promise<void> {
    await cluster.client.create({ apiVersion, kind, metadata: { name, namespace }, ...content } as KubernetesObject);
  }
});

/** Waits for the file with which the runner of the suites says that no other suite runs. */
async function otherSuitesEnd(): Promise<void> {
  const file = process.env['TASKPACK_QUIET'];
  if (file === undefined) return;
  await until('the end of the other suites', async () => existsSync(file) || undefined, { seconds: 1_800, every: 500 });
}

/** The milliseconds until each Build exists, and of the same number of writes without the controller. */
interface Measured {
  readonly pushesMs: readonly number[];
  readonly writesMs: readonly number[];
}

function revisionOf({ spec }: JsonObject): unknown {
  return objectAt(objectAt((spec ?? {}) as JsonObject, 'source'), 'git')['revision'];
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
}
