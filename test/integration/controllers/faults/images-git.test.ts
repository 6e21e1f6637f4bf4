import { expect } from 'chai';
import type { RequestListener, ServerResponse } from 'node:http';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataPacket } from '../../../../src/clients/git/references/http/packets.ts';
import { POLL_INTERVAL_ANNOTATION } from '../../../../src/core/api/kpack/source-resolver.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { imageBed, soon, type ImageBed } from '../images/image-bed.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { sideBySide } from '../../../support/side-by-side.ts';
import { expectNothingNew } from '../second-look.ts';
import { runResolvers, type RunningResolvers } from '../source-resolvers/running-resolvers.ts';

const NAMESPACE = 'images-and-git-faults';
const INTERVAL_MS = 1_000;
const LOGIN = { username: 'me', password: 'open sesame' };
const BASIC = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64');
const ADVERTISEMENT = { 'content-type': 'application/x-git-upload-pack-advertisement' };
const GIGABYTE = 1024 ** 3;

describe('Images whose git server fails', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let repositories: Repositories;
  let elsewhere: GitServer;
  let folder: string;
  let resolvers: RunningResolvers;
  let images: RunningImages;
  const servers: GitServer[] = [];
  let commits: readonly string[] = [];

  /** The answers of a server that fails, and the reason that the SourceResolver reports. */
  const faults: Readonly<Record<string, readonly [RequestListener, string]>> = {
    'is down': [(request) => void request.socket.destroy(), 'NetworkFailed'],
    'does not answer': [() => undefined, 'NetworkFailed'],
    'is slow': [(_, response) => void slowly(response), 'NetworkFailed'],
    'breaks off in the middle': [
      (_, response) => void response.writeHead(200, ADVERTISEMENT).end(dataPacket('version 2')),
      'NetworkFailed',
    ],
    'answers 401': [(_, response) => void response.writeHead(401).end(), 'SourceDenied'],
    'answers 404': [(_, response) => void response.writeHead(404).end(), 'SourceNotFound'],
    'answers 503': [(_, response) => void response.writeHead(503).end(), 'ServerUnavailable'],
    'redirects to another host': [
      ({ url = '' }, response) => void response.writeHead(302, { location: `${elsewhere.url}${url}` }).end(),
      'SourceDenied',
    ],
    'answers garbage': [
      (_, response) => void response.writeHead(200, ADVERTISEMENT).end('<p>hello</p>'),
      'InvalidResponse',
    ],
    'answers a gigabyte': [(_, response) => void gigabyte(response), 'InvalidResponse'],
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-git-faults-'));
    repositories = makeRepositories();
    commits = ['a', 'b', 'c'].map((text) => repositories.commit('app', { 'a.txt': text }));
    bed = await imageBed(cluster.client, NAMESPACE);
    elsewhere = await startGitServer(repositories.folder, { authorization: `Basic ${BASIC}` });
    resolvers = await runResolvers(cluster.kubeconfig, [NAMESPACE], folder, INTERVAL_MS);
    images = await runImages(cluster.kubeconfig, NAMESPACE);
  });
  /** Starts a server that requires a login. Its faults do not delay the queries to the other servers. */
  const startServer = async (name: string, fault: () => RequestListener | undefined): Promise<string> => {
    const server = await startGitServer(repositories.folder, { authorization: `Basic ${BASIC}`, fault });
    servers.push(server);
    const metadata = { name, namespace: NAMESPACE };
    await cluster.client.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, annotations: { 'kpack.io/git': server.url } },
      type: 'kubernetes.io/basic-auth',
      stringData: LOGIN,
    } as KubernetesObject);
    await cluster.client.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata,
      secrets: [{ name }],
    } as KubernetesObject);
    return `${server.url}/${name}.git`;
  };
  const statusOf = async (name: string) => objectAt(await bed.get(bed.named('SourceResolver', name)), 'status');

  const reportsReason = async (name: string, reason: string): Promise<void> => {
    let seen: readonly JsonObject[] = [];
    const hasReason = async (): Promise<boolean> => {
      seen = objectsAt(await statusOf(name), 'conditions');
      return seen.some((one) => one['type'] === 'UpToDate' && one['reason'] === reason);
    };
    await soon(`the SourceResolver reports ${reason}`, hasReason).catch((error: unknown) => {
      throw new Error(`${String(error)}; its conditions are ${JSON.stringify(seen)}`);
    });
  };

  /** Starts no git, because a program that this process waits for would delay the answers of all servers. */
  const publish = (name: string, commit: string | undefined): void =>
    writeFileSync(path.join(repositories.folder, `${name}.git/refs/heads/main`), `${commit}\n`);

  const outlives = async (what: string, [listener, reason]: readonly [RequestListener, string]): Promise<void> => {
    const name = what.replaceAll(' ', '-');
    const [first, ...others] = commits;
    let fault: RequestListener | undefined;
    cpSync(path.join(repositories.folder, 'app.git'), path.join(repositories.folder, `${name}.git`), {
      recursive: true,
    });
    publish(name, first);
    const url = await startServer(name, () => fault);
    await bed.create(name, { serviceAccountName: name, source: { git: { url, revision: 'main' } } });
    await bed.finish(await bed.builds(name, 1, 'CONFIG'), 'True');
    await bed.reports(name, 'UpToDate');

    let failed = 0;
    fault = (request, response) => {
      failed += 1;
      listener(request, response);
    };
    // A query that was answered before the fault can read what is published while it runs, so that query ends first.
    await reportsReason(`${name}-source`, reason);
    for (const commit of others) publish(name, commit);
    const before = failed;
    await soon('another query fails', async () => failed > before);
    await images.settled();
    expect(await bed.buildNames(name)).to.deep.equal([`${name}-build-1`]);
    const shown = JSON.stringify([await statusOf(`${name}-source`), await bed.status(name), resolvers.events]);
    expect([LOGIN.password, BASIC].filter((secret) => shown.includes(secret))).to.deep.equal([]);

    fault = undefined;
    const second = await bed.builds(name, 2, 'COMMIT');
    const { spec } = (await bed.get(bed.named('Build', second))) as { readonly spec: never };
    expect(objectAt(objectAt(spec, 'source'), 'git')['revision']).to.equal(commits.at(-1));
    await bed.finish(second, 'True');
    await bed.reports(name, 'UpToDate');
    await images.settled();
    expect(await bed.buildNames(name)).to.have.length(2);
    // Each query to a server starts several programs.
    await bed.patch(bed.image(name), { metadata: { annotations: { [POLL_INTERVAL_ANNOTATION]: 'never' } } });
  };

  sideBySide(
    Object.fromEntries(
      Object.entries(faults).map(([what, fault]) => [
        `keep their last commit while the server ${what}, and are built from the newest one once, after that`,
        async () => outlives(what, fault),
      ]),
    ),
  );
  after(async () => {
    await Promise.all([resolvers?.stop(), images?.stop()]);
    await bed?.remove();
    await Promise.all([...servers, elsewhere].map(async (server) => server?.stop()));
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are not written again if all are reconciled again', async () => expectNothingNew(images));

  it('send their logins to no other host', () => {
    expect(elsewhere.heard).not.to.deep.equal([]);
    expect(elsewhere.heard.filter((authorization) => authorization !== undefined)).to.deep.equal([]);
  });
});

/** Starts an answer and sends a byte each second. */
async function slowly(response: ServerResponse): Promise<void> {
  response.writeHead(200, ADVERTISEMENT);
  for (const byte of dataPacket('version 2') + dataPacket('a=b').repeat(20)) {
    if (response.destroyed) return;
    response.write(byte);
    await sleep(1_000);
  }
}

/** Sends capabilities until the client has enough. */
async function gigabyte(response: ServerResponse): Promise<void> {
  response.writeHead(200, ADVERTISEMENT).write(dataPacket('version 2'));
  const part = dataPacket('a=b').repeat(10_000);
  for (let sent = 0; sent < GIGABYTE && !response.destroyed; sent += part.length) {
    response.write(part);
    await sleep(1);
  }
  response.end();
}
