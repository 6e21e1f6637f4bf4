import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { dataPacket } from '../../../../src/clients/git/references/http/packets.ts';
import { objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { buildCommand } from '../../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../../support/controller-process.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { serveEcho } from '../../steps/echoing-server.ts';
import { imageBed, soon, type ImageBed } from '../images/image-bed.ts';

const NAMESPACE = 'images-and-the-log';
const USER = 'robot-seven';
const PASSWORD = 'open sesame/1';
const TOKEN = 'glpat-of-the-redirect';
const HOOK_KEY = 'a key that the git server has';
const SSH_KEY = 'bm90IGEga2V5LCBidXQgYSBzZWNyZXQ=';
const HOOKS = 'hook-keys';

const SECRETS = [PASSWORD, TOKEN, HOOK_KEY, SSH_KEY, `${USER}:${PASSWORD}`].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]);

/** A server with a fault, and the reason that the SourceResolver reports. */
type Fault = readonly [listener: RequestListener | number, reason: string];

const GIT = { 'content-type': 'application/x-git-upload-pack-advertisement' };

/** The numbers are statuses of a server that repeats the login in each part of its response. */
const faults = (elsewhere: string): Readonly<Record<string, Fault>> => ({
  denies: [401, 'SourceDenied'],
  forbids: [403, 'SourceDenied'],
  'has-nothing': [404, 'SourceNotFound'],
  'is-unavailable': [503, 'ServerUnavailable'],
  'is-odd': [418, 'InvalidResponse'],
  breaks: [({ socket }) => void socket.destroy(), 'NetworkFailed'],
  'reports-an-error': [
    ({ headers }, response) => void response.writeHead(200, GIT).end(dataPacket(`ERR ${headers.authorization}`)),
    'SourceNotFound',
  ],
  'sends-no-packets': [
    ({ headers }, response) => void response.writeHead(200, GIT).end(`<p>${headers.authorization}`),
    'InvalidResponse',
  ],
  redirects: [
    ({ url = '' }, response) =>
      void response
        .writeHead(302, { location: `http://oauth2:${TOKEN}@${elsewhere}${url}&private_token=${TOKEN}` })
        .end(),
    'SourceDenied',
  ],
  'redirects-nowhere': [
    (_, response) => void response.writeHead(302, { location: `http://x:${TOKEN}@${elsewhere}/?${TOKEN}` }).end(),
    'InvalidResponse',
  ],
});

describe('The output of a controller whose git servers fail', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let controller: ControllerProcess;
  const servers: HttpServer[] = [];

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    bed = await imageBed(cluster.client, NAMESPACE);
    await create('Secret', HOOKS, { stringData: { key: HOOK_KEY } });
    controller = controllerProcess(cluster.kubeconfig, SETTINGS, ['--namespace', NAMESPACE]);
    await controller.says('leading', 60);
  });
  after(async () => {
    controller?.kill('SIGKILL');
    await controller?.ended;
    await bed?.remove();
    await Promise.all(servers.map(async ({ stop }) => stop()));
  });

  const create = async (kind: string, name: string, content: object): Promise<void> =>
    void (await cluster.client.create({
      apiVersion: 'v1',
      kind,
      metadata: { name, namespace: NAMESPACE },
      ...content,
    } as KubernetesObject));
  const serve = async (listener: Fault[0]): Promise<string> => {
    const server = typeof listener === 'number' ? await serveEcho(listener) : await serveHttp('127.0.0.1', listener);
    servers.push(server);
    return server.address;
  };
  /** Creates a Secret for a server, and an account that has it. */
  const createLogin = async (name: string, server: string, type: string, stringData: object): Promise<void> => {
    const metadata = { name, namespace: NAMESPACE, annotations: { 'kpack.io/git': server } };
    await create('Secret', name, { metadata, type, stringData });
    await create('ServiceAccount', name, { secrets: [{ name }] });
  };
  const createImage = async (name: string, url: string, serviceAccountName = name): Promise<void> =>
    bed.create(name, { serviceAccountName, source: { git: { url, revision: 'main' } } });
  const reportsReason = async (name: string, reason: string): Promise<void> =>
    soon(`the SourceResolver of ${name} reports ${reason}`, async () => {
      const { status = {} } = await bed.get(bed.named('SourceResolver', `${name}-source`));
      return objectsAt(status as JsonObject, 'conditions').some((one) => one['reason'] === reason);
    });
  const deliver = async (key: string, body: string): Promise<number> => {
    const line = controller.log().find(({ message }) => message === 'webhook deliveries are accepted');
    const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature, 'x-gitlab-token': key };
    return (await fetch(`http://127.0.0.1:${String(line?.['port'])}/hooks/git`, { method: 'POST', headers, body }))
      .status;
  };

  it('has no login, token or key in any line, and neither have statuses, Events and metrics', async () => {
    const elsewhere = await serve(401);
    const names: string[] = [];
    for (const [name, [listener, reason]] of Object.entries(faults(elsewhere))) {
      const server = await serve(listener);
      await createLogin(name, `http://${server}`, 'kubernetes.io/basic-auth', { username: USER, password: PASSWORD });
      await createImage(name, `http://${server}/${name}.git`);
      await createImage(`${name}-by-url`, urlWithLogin(server), 'default');
      names.push(name, `${name}-by-url`);
      for (const one of names.slice(-2)) await reportsReason(one, reason);
    }
    await createLogin('ssh', '127.0.0.1:9', 'kubernetes.io/ssh-auth', { 'ssh-privatekey': SSH_KEY });
    await createImage('ssh', 'ssh://git@127.0.0.1:9/app.git');
    await reportsReason('ssh', 'NetworkFailed');
    const body = JSON.stringify({ repository: { clone_url: urlWithLogin(elsewhere) } });
    expect(await deliver(HOOK_KEY, body)).to.equal(202);
    expect(await deliver(`${HOOK_KEY}, but longer`, body)).to.equal(401);
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Secret', metadata: { name: HOOKS, namespace: NAMESPACE } });

    const [, metrics] = await controller.ask('/metrics');
    const events = await cluster.client.list('v1', 'Event', NAMESPACE);
    const statuses = await Promise.all(
      names.map(async (name) => [
        await bed.status(name),
        (await bed.get(bed.named('SourceResolver', `${name}-source`)))['status'],
      ]),
    );
    controller.kill('SIGTERM');
    expect(await controller.ended).to.equal(0);
    expect(names.filter((name) => !controller.printed().includes(`${NAMESPACE}/${name}-source`))).to.deep.equal([]);
    expect(events).not.to.deep.equal([]);
    const places = { output: controller.printed(), metrics, events, statuses };
    for (const [place, content] of Object.entries(places)) {
      const lines = (typeof content === 'string' ? content : JSON.stringify(content, undefined, 1)).split('\n');
      expect(lines.find(hasSecret), `the first line with a secret: ${place}`).to.equal(undefined);
    }
  });
});

const SETTINGS = {
  LOG_LEVEL: 'debug',
  GIT_WEBHOOKS_SECRET: HOOKS,
  GIT_WEBHOOKS_PORT: '0',
  LEASE_NAMESPACE: NAMESPACE,
};

function urlWithLogin(server: string): string {
  return `http://${USER}:${encodeURIComponent(PASSWORD)}@${server}/by-url.git`;
}

function hasSecret(line: string): boolean {
  return SECRETS.some((secret) => line.includes(secret));
}
