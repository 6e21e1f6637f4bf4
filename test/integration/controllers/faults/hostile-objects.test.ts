import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../../cluster/cluster.ts';
import { buildCommand } from '../../../support/command.ts';
import { someBuild, someImage } from '../../../support/documents.ts';
import { spawnController, type RunningController } from '../../../support/running-controller.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';

const NAMESPACE = 'hostile-objects';
const KPACK = `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}`;

/** The time in which an ordinary object gets its status beside the hostile ones. */
const MAX_SECONDS = 5;

/** The lease lasts for 15 seconds. */
const WATCHED_SECONDS = 30;

type Fields = Readonly<Record<string, unknown>>;

const chinese = (length: number): string =>
  Array.from({ length }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000))).join('');

/** Sources with the URLs for which linear time is hard. */
const SOURCES: Readonly<Record<string, Fields>> = {
  slashes: { git: { url: `https://git.invalid/a${'/'.repeat(700_000)}x`, revision: 'main' } },
  scp: { git: { url: `git@git.invalid:a${'/'.repeat(700_000)}x`, revision: 'main' } },
  characters: { git: { url: `https://${chinese(200_000)}/x`, revision: 'main' } },
  dots: { git: { url: `https://a${'.'.repeat(700_000)}b/x`, revision: 'main' } },
  long: { git: { url: `https://${'a.'.repeat(140)}example/x`, revision: 'main' } },
  blob: { blob: { url: `https://${chinese(200_000)}/x` } },
};

describe('a controller among hostile objects', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let controller: RunningController;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await create('v1', 'Namespace', { metadata: { name: NAMESPACE } });
    const settings = { BACKEND: 'native', LEASE_NAMESPACE: NAMESPACE };
    controller = spawnController({ kubeconfig: cluster.kubeconfig, settings, args: ['--namespace', NAMESPACE] });
    await controller.leads();
  });
  after(async () => {
    await controller.kill();
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });

  it('keeps its lease, and other objects get their statuses in seconds', async () => {
    const { holder } = await lease();
    await createHostileObjects();
    const end = performance.now() + WATCHED_SECONDS * 1_000;
    for (let count = 0; performance.now() < end; count += 1) {
      expect(await secondsToStatus(`ordinary-${count}`)).to.be.lessThan(MAX_SECONDS);
      const { holder: now, ageSeconds } = await lease();
      expect(now).to.equal(holder);
      expect(ageSeconds).to.be.lessThan(10);
      await sleep(2_000);
    }
  });

  it('reports the field and the limit', async () => {
    for (const name of ['slashes', 'characters']) {
      const conditions = JSON.stringify(await statusOf('sourceresolvers', name));
      expect(conditions).to.match(/has (?:\d+ characters, and taskpack reads at most 8000|a host of more than 253)/);
    }
    expect(JSON.stringify(await statusOf('builds', 'digits'))).to.include('at most 64 characters');
    expect(JSON.stringify(await statusOf('builds', 'nul'))).to.match(
      /Secret hostile-objects\/nul: .* has more than 65536/,
    );
    expect(JSON.stringify(await statusOf('builds', 'surrogate'))).not.to.include('URI malformed');
    expect(JSON.stringify(await statusOf('builds', 'stars'))).to.match(
      /Secret hostile-objects\/stars: .* has more than 1024/,
    );
  });

  async function createHostileObjects(): Promise<void> {
    for (const [name, source] of Object.entries(SOURCES)) {
      await create('kpack.io/v1alpha2', 'SourceResolver', { metadata: { name }, spec: { source } });
      await written(someBuild({ source }, { name }).value);
    }
    await written(someImage({ source: SOURCES['characters'] }, { name: 'characters' }).value);
    await written(someBuild({ resources: { limits: { cpu: '9'.repeat(1_000_000) } } }, { name: 'digits' }).value);
    const nul = Buffer.from(`u:${'\0'.repeat(500_000)}p`).toString('base64');
    await login('nul', { 'registry.example.com': { auth: nul } });
    await login('stars', { [`${'*'.repeat(500_000)}.example.com`]: { auth: 'dTpw' } });
    await login('surrogate', { 'registry.example.com': { username: 'u', password: 'secret-\ud800-of-me' } });
  }

  /** Creates a Build whose ServiceAccount has a docker config with these entries. */
  async function login(name: string, auths: Fields): Promise<void> {
    const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') };
    await create('v1', 'Secret', { metadata: { name }, type: 'kubernetes.io/dockerconfigjson', data });
    await create('v1', 'ServiceAccount', { metadata: { name }, secrets: [{ name }] });
    await written(someBuild({ serviceAccountName: name }, { name }).value);
  }

  /** A resolver of a commit is ready without a request to the server. */
  async function secondsToStatus(name: string): Promise<number> {
    const start = performance.now();
    const source = { git: { url: 'https://git.invalid/app', revision: 'a'.repeat(40) } };
    await create('kpack.io/v1alpha2', 'SourceResolver', { metadata: { name }, spec: { source } });
    const seconds = (): number => (performance.now() - start) / 1_000;
    while (seconds() < 3 * MAX_SECONDS && (await statusOf('sourceresolvers', name)) === undefined) await sleep(50);
    return seconds();
  }

  async function lease(): Promise<{ readonly holder: string; readonly ageSeconds: number }> {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases`;
    const { items } = (await cluster.client.send('GET', path)) as {
      readonly items: readonly { readonly spec: { readonly holderIdentity: string; readonly renewTime: string } }[];
    };
    const [spec] = items.map((item) => item.spec);
    return { holder: spec?.holderIdentity ?? '', ageSeconds: (Date.now() - Date.parse(spec?.renewTime ?? '')) / 1_000 };
  }

  async function statusOf(plural: string, name: string): Promise<unknown> {
    return ((await cluster.client.send('GET', `${KPACK}/${plural}/${name}`)) as { readonly status?: unknown }).status;
  }

  async function create(apiVersion: string, kind: string, { metadata, ...fields }: Fields): Promise<void> {
    const namespace = kind === 'Namespace' ? {} : { namespace: NAMESPACE };
    await cluster.client.create({
      apiVersion,
      kind,
      metadata: { ...namespace, ...(metadata as Fields) },
      ...fields,
    } as never);
  }

  async function written(document: unknown): Promise<void> {
    const { apiVersion, kind, ...fields } = document as Fields;
    await create(String(apiVersion), String(kind), fields);
  }
});
