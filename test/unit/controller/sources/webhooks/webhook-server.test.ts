import { expect } from 'chai';
import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import {
  startWebhookServer,
  type DeliveryOutcome,
  type WebhookServer,
} from '../../../../../src/controller/sources/webhooks/webhook-server.ts';
import type { WebhookKey } from '../../../../../src/controller/sources/webhooks/webhook-keys.ts';
import { deliveries, gitlabSigned, KEY, SIGNING_TOKEN, signedDelivery, type SampleDelivery } from './deliveries.ts';

const MIB = 1024 * 1024;
const ID = 'git.example/team/app';

function webhookKey(text: string): WebhookKey {
  return text.startsWith('whsec_') ? { text, signingBytes: Buffer.from(text.slice(6), 'base64') } : { text };
}

describe('the server for webhooks', function () {
  this.timeout(60_000);
  let server: WebhookServer;
  let pushed: string[][];
  let outcomes: DeliveryOutcome[];
  let keys: readonly string[];
  let failure: Error | undefined;
  let elapsedMs: number;
  let proxies: readonly string[];

  const start = async (requestTimeoutMs: number): Promise<WebhookServer> =>
    startWebhookServer({
      port: 0,
      requestTimeoutMs,
      headersTimeoutMs: requestTimeoutMs,
      clock: { elapsed: () => elapsedMs },
      isTrustedProxy: (address) => proxies.includes(address),
      keys: async () => keys.map(webhookKey),
      onPush: async (repositories) => {
        if (failure !== undefined) throw failure;
        pushed.push([...repositories]);
      },
      onDelivery: (outcome) => void outcomes.push(outcome),
    });

  beforeEach(async () => {
    proxies = [];
    [pushed, outcomes, keys, failure, elapsedMs] = [[], [], ['another key of the bed', KEY], undefined, 0];
    server = await start(60_000);
  });
  afterEach(async () => server.close());

  const url = (path = '/hooks/git'): string => `http://127.0.0.1:${server.port}${path}`;
  const send = async ({ headers, body }: SampleDelivery): Promise<number> =>
    (await fetch(url(), { method: 'POST', headers, body })).status;

  /** Returns the repositories in a report that names only a web page. */
  const pushedTo = async (href: string): Promise<readonly string[]> => {
    pushed = [];
    await send(signedDelivery(JSON.stringify({ repository: { links: { self: [{ href }] } } })));
    return pushed.flat();
  };

  for (const [kind, delivery] of Object.entries(deliveries())) {
    it(`takes a report of ${kind}`, async () => {
      expect(await send(delivery)).to.equal(202);
      expect(pushed.flat()).to.include(
        kind.startsWith('Bitbucket') && kind !== 'Bitbucket Cloud' ? 'git.example/scm/team/app' : ID,
      );
    });

    it(`refuses a report of ${kind} with another key`, async () => {
      expect(await send(deliveries('a key that nobody has set')[kind] as SampleDelivery)).to.equal(401);
      expect(pushed).to.deep.equal([]);
    });

    it(`refuses a report of ${kind} whose key was removed`, async () => {
      keys = ['another key of the bed'];
      expect(await send(delivery)).to.equal(401);
    });
  }

  it('takes a report of GitLab with a signing token, also beside a secret token that is not a key', async () => {
    keys = [KEY, SIGNING_TOKEN];
    const { headers, body } = gitlabSigned();
    expect(await send({ headers, body })).to.equal(202);
    expect(await send({ headers: { ...headers, 'x-gitlab-token': 'a token that nobody knows' }, body })).to.equal(202);
    const rotated = { ...headers, 'webhook-signature': `v1a,x v1,${'A'.repeat(43)}= ${headers['webhook-signature']}` };
    expect(await send({ headers: rotated, body })).to.equal(202);
    expect(pushed.flat()).to.include(ID);
    expect(pushed).to.have.length(3);
  });

  it('takes a secret token of GitLab beside a signature with a token that is not a key', async () => {
    const { headers, body } = gitlabSigned();
    expect(await send({ headers: { ...headers, 'x-gitlab-token': KEY }, body })).to.equal(202);
  });

  it('refuses a report of GitLab whose signature is of another token, body, id or time', async () => {
    const { headers, body } = gitlabSigned();
    expect(await send({ headers, body }), 'no such key').to.equal(401);
    keys = [KEY, SIGNING_TOKEN];
    const refused: readonly SampleDelivery[] = [
      gitlabSigned(body, `whsec_${Buffer.from('another token').toString('base64')}`),
      { headers, body: `${body} ` },
      { headers: { ...headers, 'webhook-id': 'another' }, body },
      { headers: { ...headers, 'webhook-timestamp': '1764000001' }, body },
      { headers: { ...headers, 'webhook-signature': `v1,${KEY}` }, body },
      { headers: { 'webhook-signature': headers['webhook-signature'] ?? '' }, body },
    ];
    for (const delivery of refused) expect(await send(delivery), JSON.stringify(delivery.headers)).to.equal(401);
    expect(pushed).to.deep.equal([]);
  });

  it('refuses a report that has a signature twice', async () => {
    const { headers, body } = signedDelivery('{}');
    const twice = new Headers(headers);
    twice.append('x-hub-signature-256', headers['x-hub-signature-256'] ?? '');
    const response = await fetch(url(), { method: 'POST', headers: twice, body });
    expect(response.status).to.equal(401);
  });

  it('knows the repositories of a Bitbucket server below a path, and those of its users', async () => {
    expect(await pushedTo('https://git.example/bitbucket/projects/TEAM/repos/app/browse')).to.include.members([
      'git.example/bitbucket/scm/team/app',
      'git.example/team/app',
    ]);
    expect(await pushedTo('https://git.example/users/Jo/repos/app/browse')).to.include.members([
      'git.example/scm/~jo/app',
      'git.example/~jo/app',
    ]);
  });

  it('knows a repository whose own path looks like a page of Bitbucket', async () => {
    const repository = { clone_url: 'https://git.example/projects/team/repos/app.git' };
    await send(signedDelivery(JSON.stringify({ repository })));
    expect(pushed.flat()).to.include('git.example/projects/team/repos/app');
  });

  it('passes on no address that is longer than a git server accepts', async () => {
    const repository = { clone_url: `https://git.example/${'a'.repeat(1_000_000)}`, html_url: 'https://git.example/a' };
    expect(await send(signedDelivery(JSON.stringify({ repository })))).to.equal(202);
    expect(pushed).to.deep.equal([['git.example/a']]);
  });

  it('serves again after too many idle connections', async () => {
    await server.close();
    server = await start(300);
    const silent = Array.from({ length: 300 }, () => connect(server.port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(silent.map(async (socket) => once(socket.resume(), 'close')));
    // The server also cuts a sender that the machine delays.
    let status = 0;
    for (let attempt = 0; attempt < 50 && status !== 202; attempt += 1)
      status = await send(deliveries()['GitHub'] as SampleDelivery).catch(() => 0);
    expect(status).to.equal(202);
  });

  it('refuses a changed body, a prefix of the key, and a report without a signature', async () => {
    const { headers, body } = signedDelivery('{"repository":{}}');
    expect(await send({ headers, body: `${body} ` })).to.equal(401);
    expect(await send({ headers: { 'x-gitlab-token': KEY.slice(0, -1) }, body })).to.equal(401);
    expect(await send({ headers: {}, body })).to.equal(401);
    expect(await send({ headers: { 'x-hub-signature': `sha1=${'a'.repeat(40)}` }, body })).to.equal(401);
  });

  it('gives the same answer for every body of a trusted sender', async () => {
    const bodies = ['', 'no json', '[1]', '{}', '{"repository":7}', '{"zen":"ping"}', '['.repeat(100_000)];
    for (const body of bodies) expect(await send(signedDelivery(body)), body.slice(0, 20)).to.equal(202);
    expect(pushed).to.deep.equal([]);
  });

  it('uses nothing but the addresses of the repository', async () => {
    const repository = { clone_url: 'https://git.example/team/app', html_url: 7, ssh_url: 'file:///etc/passwd' };
    expect(await send(signedDelivery(JSON.stringify({ repository, ref: '$(id)', after: 'f'.repeat(40) })))).to.equal(
      202,
    );
    expect(pushed).to.deep.equal([[ID]]);
  });

  it('serves one path and one method', async () => {
    expect((await fetch(url())).status).to.equal(405);
    expect((await fetch(url('/'), { method: 'POST' })).status).to.equal(404);
    expect((await fetch(url('/hooks/git?x=1'), { method: 'POST', body: '' })).status).to.equal(401);
  });

  it('answers 503 if a report cannot be passed on, so that the sender can repeat it', async () => {
    failure = new Error('no API server');
    expect(await send(deliveries()['GitHub'] as SampleDelivery)).to.equal(503);
    expect(outcomes).to.deep.equal(['failed']);
  });

  it('stops reading a body of 100 MB', async () => {
    const incoming = request(url(), { method: 'POST', headers: signedDelivery('').headers });
    // The server may cut the connection before its answer arrives.
    const ended = new Promise<'ended'>((resolve) => {
      incoming.on('response', () => resolve('ended')).on('error', () => resolve('ended'));
    });
    let sent = 0;
    for (let next = 'sent'; next === 'sent' && sent < 100 * MIB;) {
      sent += MIB;
      next = await Promise.race([
        ended,
        new Promise<'sent'>((resolve) => incoming.write(Buffer.alloc(MIB), () => resolve('sent'))),
      ]);
    }
    await ended;
    incoming.destroy();
    expect(outcomes).to.deep.equal(['too-large']);
    expect(sent).to.be.lessThan(100 * MIB);
  });

  it('cuts a sender whose body never ends', async () => {
    await server.close();
    server = await start(300);
    const { headers } = signedDelivery('{}');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    // A sender whose headers the machine delays is cut before the server knows that it sends a report.
    while (outcomes.length === 0) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(['POST /hooks/git HTTP/1.1', 'host: a', 'content-length: 10', ...lines, '', '{'].join('\r\n'));
      socket.resume();
      await once(socket, 'close');
    }
    expect(outcomes).to.deep.equal(['broken-off']);
  });

  it('takes a report while slow senders hold more bytes than all bodies may have', async () => {
    const { headers } = signedDelivery('');
    const slow = Array.from({ length: 6 }, () => {
      const incoming = request(url(), { method: 'POST', headers: { ...headers, 'content-length': 5 * MIB } });
      return incoming.on('error', () => undefined);
    });
    // The last byte of each body is missing.
    await Promise.all(
      slow.map(async (each) => new Promise((resolve) => each.write(Buffer.alloc(5 * MIB - 1), resolve))),
    );
    const small = { repository: { clone_url: 'https://git.example/team/app' }, text: 'a'.repeat(3 * MIB) };
    // The server may not have read all bytes of the slow senders yet.
    while (!outcomes.includes('too-many')) expect(await send(signedDelivery(JSON.stringify(small)))).to.equal(202);
    expect(new Set(pushed.flat())).to.deep.equal(new Set([ID]));
    expect(outcomes.toSorted()).to.deep.equal([...pushed.map(() => 'accepted'), 'too-many']);
    slow.forEach((incoming) => incoming.destroy());
  });

  it('knows the repository in a report of Bitbucket without addresses, whatever its host', async () => {
    const repository = { slug: 'App', id: 84, project: { key: 'TEAM', type: 'NORMAL' } };
    await send(signedDelivery(JSON.stringify({ eventKey: 'repo:refs_changed', repository })));
    expect(pushed).to.deep.equal([['*/scm/team/app', '*/team/app']]);
    for (const slug of ['a/../b', '*', '', 7, 'a'.repeat(200)]) {
      pushed = [];
      await send(signedDelivery(JSON.stringify({ repository: { ...repository, slug } })));
      expect(pushed, String(slug)).to.deep.equal([]);
    }
  });

  it('limits each sender behind a trusted proxy by itself, and believes no other X-Forwarded-For', async () => {
    const { headers, body } = deliveries()['GitLab'] as SampleDelivery;
    const sendFrom = async (senders: string): Promise<number> =>
      send({ headers: { ...headers, 'x-forwarded-for': senders }, body });
    const fill = async (senders: (count: number) => string): Promise<void> => {
      for (let count = 0; count < 200; count += 1) await sendFrom(senders(count));
    };
    proxies = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1'];
    await fill((count) => `10.9.9.${count}, 192.0.2.1, 10.0.0.1`);
    expect(await sendFrom('192.0.2.1')).to.equal(429);
    expect(await sendFrom('192.0.2.2')).to.equal(202);
    proxies = [];
    await fill(() => '192.0.2.3');
    expect(await sendFrom('192.0.2.4')).to.equal(429);
  });

  it('limits how often one address sends', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 201; count += 1) statuses.push(await send(deliveries()['GitLab'] as SampleDelivery));
    expect(statuses.lastIndexOf(202)).to.equal(199);
    expect(statuses.at(-1)).to.equal(429);
    elapsedMs += 1000;
    expect(await send(deliveries()['GitLab'] as SampleDelivery)).to.equal(202);
  });
});
