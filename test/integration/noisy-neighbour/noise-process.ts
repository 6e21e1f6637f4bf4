import { readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEAM_CA } from '../../support/authorities.ts';
import { someBuild, someImage } from '../../support/documents.ts';
import type { NoiseCounts, NoiseOptions } from './noise.ts';

/** The process of a tenant that does all that its rights allow. It ends with its standard input, and prints its counts. */

const options = JSON.parse(process.argv.at(-1) ?? '') as NoiseOptions;
const { server, authority, token, namespace, hosts, webhookPort } = options;
const agent = new Agent({ keepAlive: true, maxSockets: 6, ca: readFileSync(authority) });
const counts: Record<string, Record<string, number>> = {};
const MERGE = 'application/merge-patch+json';
const KILOBYTE = 1_000;

/** Sends a request as the tenant. Returns its status, and 0 without an answer. */
async function send(method: string, path: string, body?: unknown): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': method === 'PATCH' ? MERGE : 'application/json' }),
    };
    const outgoing = request(`${server}${path}`, { agent, method, headers, timeout: 30_000 }, (incoming) => {
      incoming.resume();
      incoming.on('close', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on('timeout', () => void outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function count(what: string, status: number): void {
  const ofWhat = (counts[what] ??= {});
  ofWhat[status] = (ofWhat[status] ?? 0) + 1;
}

const core = (plural: string, name = ''): string => `/api/v1/namespaces/${namespace}/${plural}/${name}`;
const kpack = (plural: string, name = ''): string =>
  `/apis/kpack.io/v1alpha2/namespaces/${namespace}/${plural}/${name}`;

/** Does work again and again, each time after a pause. */
function again(what: string, pauseMs: number, work: (round: number) => Promise<number>): void {
  void (async () => {
    for (let round = 0; ; round += 1) {
      count(what, await work(round));
      await sleep(pauseMs);
    }
  })();
}

/** Creates an object, or replaces its content. */
async function put(collection: string, name: string, object: unknown): Promise<number> {
  const { metadata, ...rest } = object as { readonly metadata?: object };
  const whole = { ...rest, metadata: { ...metadata, name } };
  const status = await send('POST', collection, whole);
  return status === 409 ? send('PATCH', `${collection}${name}`, whole) : status;
}

function configMap(data: Readonly<Record<string, string>>, round: number): object {
  const metadata = { labels: { 'taskpack.dev/network': 'true' }, annotations: { round: String(round) } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}

/** Different certificates of this number, which begin with another one in each round. */
function certificates(number: number, round: number): string {
  const one = (index: number): string => TEAM_CA.replace('\n', `${' '.repeat(1 + ((round + index) % number))}\n`);
  return Array.from({ length: number }, (_, index) => one(index)).join('');
}

/** A docker config with hundreds of registries. */
function dockerConfig(round: number): object {
  const auths = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [
      `registry-${round}-${index}.example.com`,
      { username: 'u', password: 'p'.repeat(40) },
    ]),
  );
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') };
  return { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/dockerconfigjson', data };
}

function gitSource(host: string, name: string): object {
  return { source: { git: { url: `${host}/${name}.git`, revision: 'main' } } };
}

function image(name: string, spec: object): unknown {
  return someImage(
    { builder: { kind: 'ClusterBuilder', name: options.builder }, serviceAccountName: 'default', ...spec },
    { name, namespace },
  ).value;
}

/** Changes only an annotation: the request is small, and the controller gets the whole object. */
async function annotate(collection: string, name: string, round: number): Promise<number> {
  return send('PATCH', `${collection}${name}`, { metadata: { annotations: { round: String(round) } } });
}

function certificateNoise(): void {
  const largest = TEAM_CA.repeat(Math.floor((890 * KILOBYTE) / TEAM_CA.length));
  again('annotations of certificates', 50, async (round) =>
    round === 0
      ? put(core('configmaps'), 'largest', configMap({ 'ca.crt': largest }, round))
      : annotate(core('configmaps'), 'largest', round),
  );
  again('changed certificates', 200, async (round) => {
    const number = round % 20 === 0 ? 900 : 490;
    return put(core('configmaps'), 'network', configMap({ 'ca.crt': certificates(number, round) }, round));
  });
}

function objectNoise(): void {
  again('large Images', 200, async (round) =>
    put(
      kpack('images'),
      `large-${round % 20}`,
      image('large', {
        tag: `registry.example.com/large-${round % 20}`,
        build: { env: [{ name: 'TEXT', value: 'x'.repeat(900 * KILOBYTE) }] },
        additionalTags: [`registry.example.com/t-${round}`],
      }),
    ),
  );
  again('annotations of large Images', 20, async (round) => annotate(kpack('images'), `large-${round % 20}`, round));
  again('many fields', 500, async (round) =>
    put(
      kpack('images'),
      `fields-${round % 5}`,
      image('fields', {
        tag: `registry.example.com/fields-${round % 5}`,
        build: { env: Array.from({ length: 3_000 }, (_, index) => ({ name: `V${index}`, value: `${round}` })) },
      }),
    ),
  );
  again('small Images', 20, async (round) =>
    put(
      kpack('images'),
      `small-${round % 30}`,
      image('small', { tag: `registry.example.com/small-${round % 30}`, failedBuildHistoryLimit: 1 + (round % 9) }),
    ),
  );
  again('deleted Images', 100, async (round) => send('DELETE', kpack('images', `small-${(round * 7) % 30}`)));
  again('Builds', 50, async (round) =>
    put(
      kpack('builds'),
      `by-hand-${round % 100}`,
      someBuild(
        { builder: { image: `${hosts.silentRegistry}/builder-${round % 100}` } },
        { name: 'by-hand', namespace },
      ).value,
    ),
  );
  again('deleted Builds', 200, async (round) => send('DELETE', kpack('builds', `by-hand-${(round * 7) % 100}`)));
  again('large Builds', 500, async (round) =>
    put(
      kpack('builds'),
      `large-${round % 10}`,
      someBuild(
        { tags: Array.from({ length: 5_000 }, (_, index) => `registry.example.com/app:${round}-${index}`) },
        { name: 'large', namespace },
      ).value,
    ),
  );
  again('Pods', 200, async (round) =>
    put(core('pods'), `pod-${round % 10}`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        labels: { 'kpack.io/build': 'by-hand-1', 'image.kpack.io/image': 'small-1' },
        annotations: { round: `${round}` },
      },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    }),
  );
}

function credentialNoise(): void {
  const secrets = Array.from({ length: 40 }, (_, index) => ({ name: `login-${index}` }));
  again('Secrets', 50, async (round) => put(core('secrets'), `login-${round % 40}`, dockerConfig(round)));
  again('ServiceAccounts', 100, async (round) =>
    put(core('serviceaccounts'), `account-${round % 50}`, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      secrets,
      imagePullSecrets: secrets,
    }),
  );
  again('Builds with logins', 100, async (round) =>
    put(
      kpack('builds'),
      `login-${round}`,
      someBuild(
        { serviceAccountName: `account-${round % 50}`, builder: { image: `${hosts.registry}/nothing-${round}` } },
        { name: 'login', namespace },
      ).value,
    ),
  );
  again('deleted Builds with logins', 100, async (round) => send('DELETE', kpack('builds', `login-${round - 30}`)));
}

/** Images whose git servers fail. The shared server limits the requests of the tenant's login. */
function hostNoise(): void {
  const login = 'git-login';
  again('logins of git', 1_000, async () => {
    const metadata = { annotations: { 'kpack.io/git': hosts.shared } };
    const stringData = { username: 'tenant', password: 'a password of the tenant' };
    await put(core('secrets'), login, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'kubernetes.io/basic-auth',
      stringData,
    });
    return put(core('serviceaccounts'), login, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      secrets: [{ name: login }],
    });
  });
  Object.entries(hosts.git).forEach(([what, host], place) =>
    again(`Images of a git server that ${what}`, 300, async (round) => {
      const name = `git-${place}-${round % 8}`;
      const spec = {
        tag: `registry.example.com/${name}`,
        serviceAccountName: login,
        ...gitSource(host, `noise-${round}`),
      };
      return put(kpack('images'), name, image('git', spec));
    }),
  );
}

/** Deliveries without a key, and connections that send nothing. */
/** The port limits each sender. The git server of the other namespace has another address. */
const SENDER = '127.0.0.2';

function webhookNoise(): void {
  const body = JSON.stringify({
    repository: { clone_url: `${hosts.shared}/app.git` },
    padding: 'x'.repeat(50 * KILOBYTE),
  });
  for (let sender = 0; sender < 4; sender += 1) {
    again('deliveries', 20, async () => deliver(body));
  }
  const open = new Set<Socket>();
  again('silent connections', 20, async () => {
    const socket = connect({ port: webhookPort, host: '127.0.0.1', localAddress: SENDER });
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.write('POST /hooks/git HTTP/1.1\r\n');
    if (open.size > 300) [...open][0]?.destroy();
    return 0;
  });
}

async function deliver(body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}`, 'content-type': 'application/json' };
    const outgoing = requestHttp(
      {
        port: webhookPort,
        host: '127.0.0.1',
        localAddress: SENDER,
        path: '/hooks/git',
        method: 'POST',
        headers,
        timeout: 10_000,
      },
      (incoming) => {
        incoming.resume().on('close', () => resolve(incoming.statusCode ?? 0));
      },
    );
    outgoing.on('timeout', () => void outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

function end(): void {
  process.stdout.write(JSON.stringify(counts satisfies NoiseCounts), () => process.kill(process.pid));
}

const ONLY = options.only;
const NOISES: Readonly<Record<string, () => void>> = {
  certificates: certificateNoise,
  objects: objectNoise,
  credentials: credentialNoise,
  hosts: hostNoise,
  webhooks: webhookNoise,
};
for (const [name, start] of Object.entries(NOISES)) if (ONLY === undefined || ONLY.includes(name)) start();
process.stdin.on('end', end).resume();
