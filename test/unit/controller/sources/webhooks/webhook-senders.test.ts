import { expect } from 'chai';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { senderAddress } from '../../../../../src/controller/sources/webhooks/sender-address.ts';
import {
  startWebhookServer,
  type WebhookServer,
} from '../../../../../src/controller/sources/webhooks/webhook-server.ts';
import { KEY, signedDelivery } from './deliveries.ts';

/** The first bytes that a sender without a key can send on each connection. */
const HOLDS: Readonly<Record<string, string>> = {
  'says nothing': '',
  'sends half a header': 'POST /hooks/git HTTP/1.1\r\nhost: a\r\n',
  'sends half a header after an answer': 'GET /a HTTP/1.1\r\nhost: a\r\n\r\nPOST /hooks/git HTTP/1.1\r\nhost: a\r\n',
  'keeps the connection after an answer': 'GET /a HTTP/1.1\r\nhost: a\r\n\r\n',
  'sends half a body without a signature': 'POST /hooks/git HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{',
  'sends half a body with a wrong signature':
    'POST /hooks/git HTTP/1.1\r\nhost: a\r\nx-gitlab-token: a\r\nx-forwarded-for: 192.0.2.9\r\ncontent-length: 10\r\n\r\n{',
};

function openOf(sockets: readonly Socket[]): readonly Socket[] {
  return sockets.filter(({ readyState }) => readyState === 'open');
}

function slowBody(claimed: number): string {
  const header = 'POST /hooks/git HTTP/1.1\r\nhost: a\r\nx-gitlab-token: a\r\ncontent-length: 10\r\n';
  return `${header}x-forwarded-for: 10.1.1.${claimed}, 192.0.2.9\r\n\r\n{`;
}

const PROXIES: readonly string[] = ['10.0.0.1', '10.0.0.2', 'fd00::1'];

describe('a sender without a key', function () {
  this.timeout(60_000);
  let server: WebhookServer;
  let proxies: readonly string[];
  let sockets: Socket[];
  let elapsedMs = 0;
  const start = async (headersTimeoutMs: number): Promise<WebhookServer> =>
    startWebhookServer({
      port: 0,
      requestTimeoutMs: 50_000,
      headersTimeoutMs,
      clock: { elapsed: () => (elapsedMs += 100) },
      isTrustedProxy: (address) => proxies.includes(address.replace('::ffff:', '')),
      keys: async () => [{ text: KEY }],
      onPush: async () => undefined,
      onDelivery: () => undefined,
    });

  beforeEach(async () => {
    [proxies, sockets] = [[], []];
    server = await start(50_000);
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    await server.close();
  });

  const hold = async (bytes: string, localAddress: string): Promise<void> => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
    sockets.push(socket.on('error', () => undefined).resume());
    await once(socket, 'connect');
    socket.write(bytes);
  };
  const holdAll = async (
    many: number,
    bytes: (count: number) => string,
    from: (count: number) => string,
  ): Promise<void> => {
    await Promise.all(Array.from({ length: many }, async (_, count) => hold(bytes(count), from(count))));
  };
  const heldAtMost = async (limit: number): Promise<void> => {
    for (let waitedMs = 0; waitedMs < 2_000 && openOf(sockets).length > limit; waitedMs += 10) await sleep(10);
    expect(openOf(sockets)).to.have.length.at.most(limit);
  };
  const deliver = async (localAddress: string, forwardedFor?: string): Promise<number | string> => {
    const { headers, body } = signedDelivery('{}');
    const proxied = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const url = `http://127.0.0.1:${server.port}/hooks/git`;
    return new Promise((resolve) => {
      request(url, { method: 'POST', headers: { ...headers, ...proxied }, localAddress, agent: false })
        .on('response', (response) => resolve(response.resume().statusCode ?? 0))
        .on('error', (error) => resolve(error.message))
        .end(body);
    });
  };

  for (const [title, bytes] of Object.entries(HOLDS)) {
    it(`holds at most a quarter of the connections if it ${title}, also those of its own address`, async () => {
      await holdAll(
        300,
        () => bytes,
        () => '127.0.0.2',
      );
      await heldAtMost(64);
      expect(await deliver('127.0.0.3')).to.equal(202);
      expect(await deliver('127.0.0.2')).to.equal(202);
    });

    it(`does not stop the deliveries of others if it ${title} behind a trusted proxy`, async () => {
      proxies = ['127.0.0.2'];
      await holdAll(
        300,
        () => bytes,
        () => '127.0.0.2',
      );
      await heldAtMost(256);
      expect(await deliver('127.0.0.2', '192.0.2.1')).to.equal(202);
      expect(await deliver('127.0.0.3')).to.equal(202);
    });

    it(`does not stop the deliveries of others if it ${title} from many addresses`, async () => {
      await holdAll(
        300,
        () => bytes,
        (count) => `127.0.1.${1 + (count % 30)}`,
      );
      await heldAtMost(256);
      expect(await deliver('127.0.0.3')).to.equal(202);
    });
  }

  it('loses a connection whose header takes longer than a header may, although its body may take longer', async () => {
    await server.close();
    server = await start(300);
    await hold('POST /hooks/git HTTP/1.1\r\n', '127.0.0.2');
    await once(sockets[0] as Socket, 'close');
  });

  it('sends at most 32 bodies at once, whatever address it claims before that of the proxy', async () => {
    proxies = ['127.0.0.2'];
    await holdAll(40, slowBody, () => '127.0.0.2');
    await heldAtMost(32);
    expect(await deliver('127.0.0.2', '192.0.2.9')).to.equal(202);
    expect(await deliver('127.0.0.2', '192.0.2.10')).to.equal(202);
  });
});

describe('senderAddress', () => {
  const cases: readonly (readonly [remote: string, forwardedFor: string | undefined, sender: string])[] = [
    ['192.0.2.1', '192.0.2.2', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '192.0.2.2', '192.0.2.2'],
    ['10.0.0.1', '192.0.2.3, 192.0.2.2', '192.0.2.2'],
    ['10.0.0.1', '192.0.2.3, 192.0.2.2,10.0.0.2', '192.0.2.2'],
    ['10.0.0.1', '192.0.2.3, 10.0.0.2, 192.0.2.2', '192.0.2.2'],
    // Some proxies add the port.
    ['10.0.0.1', '192.0.2.2:51234', '192.0.2.2'],
    ['10.0.0.1', '[2001:db8::1]:51234', '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['10.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['fd00::1', '192.0.2.2, [fd00::1]:80', '192.0.2.2'],
    // Text that is not an address ends the search, so it never counts as a sender.
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '192.0.2.2, a', '10.0.0.1'],
    ['10.0.0.1', '192.0.2.2, :::::', '10.0.0.1'],
    ['10.0.0.1', '192.0.2.2, 1.2.3', '10.0.0.1'],
    ['10.0.0.1', '192.0.2.2, ', '10.0.0.1'],
  ];
  for (const [remote, forwardedFor, sender] of cases) {
    it(`is ${sender} for ${remote} with ${JSON.stringify(forwardedFor)}`, () => {
      expect(senderAddress(remote, forwardedFor, (address) => PROXIES.includes(address))).to.equal(sender);
    });
  }
});
