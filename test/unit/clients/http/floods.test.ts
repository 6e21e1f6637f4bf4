import { expect } from 'chai';
import type { Dispatcher } from 'undici';
import { listOverHttp } from '../../../../src/clients/git/references/http/list-references.ts';
import { registryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { askBlob } from '../../../../src/controller/sources/source-versions/blob-query.ts';
import { parseGitAddress } from '../../../../src/clients/git/address.ts';
import { request } from '../../../../src/steps/prepare/request.ts';
import { startFloodingServer, type Flood, type FloodingServer } from '../../../support/flooding-server.ts';

const MIB = 2 ** 20;
const START = 'HTTP/1.1 200 OK\r\n';
const BODY = `${START}content-type: application/x-git-upload-pack-advertisement\r\ntransfer-encoding: chunked\r\n\r\n`;

/** The longest time between two bytes, and of a whole query. */
interface Timeouts {
  readonly idleMs: number;
  readonly totalMs: number;
}

const SHORT: Timeouts = { idleMs: 150, totalMs: 300 };
/** Longer than a test: a query that fails before has not waited for its timeout. */
const LONG: Timeouts = { idleMs: 600_000, totalMs: 600_000 };

/** A client has at most this many bytes in its sockets, and reads at most 64 KiB of headers. */
const MAX_TAKEN = 16 * MIB;
const MAX_MEMORY = 64 * MIB;

/** The floods that a client recognises by their size. */
const LARGE: Readonly<Record<string, Flood>> = {
  'a hundred thousand headers': () => [START, ...Array.from({ length: 100 }, () => 'x-a: b\r\n'.repeat(1_000))],
  'a header of 100 MB': function* () {
    yield `${START}x-long: `;
    for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(MIB, 'a');
  },
  'headers without end': function* () {
    yield START;
    for (;;) yield 'x-a: b\r\n'.repeat(1_000);
  },
};

/** The floods that end by a timeout. */
const SLOW: Readonly<Record<string, Flood>> = {
  'headers that drip': function* () {
    yield `${START}x-long: `;
    for (;;) yield* ['a', undefined];
  },
  'a status without end': function* () {
    yield 'HTTP/1.1 200 ';
    for (;;) yield Buffer.alloc(MIB, 'a');
  },
  'responses without end before the response': function* () {
    for (;;) yield 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100);
  },
  'a body that drips': function* () {
    yield BODY;
    for (;;) yield* ['1\r\n0\r\n', undefined];
  },
  'the size of a chunk without end': function* () {
    yield `${BODY}1;`;
    for (;;) yield* ['a'.repeat(1_000), undefined];
  },
  'trailers that drip': function* () {
    yield `${BODY}4\r\n0000\r\n0\r\n`;
    for (;;) yield* ['x-a: b\r\n', undefined];
  },
};

type Query = (dispatcher: Dispatcher, host: string, timeouts: Timeouts) => Promise<unknown>;

/** A query of each client that tenants can send to a server of theirs. */
const CLIENTS: Readonly<Record<string, Query>> = {
  'a registry': async (dispatcher, host, { idleMs, totalMs }) =>
    registryClient({
      network: { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0.5 },
      keychain: async () => undefined,
      timeouts: { idleMs, commitIdleMs: idleMs, totalMs, minBytesPerSecond: 16_384 },
      retryPolicy: { retries: 0, initialDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 },
    }).manifest({ registry: host, repository: 'a', tag: '1' }),
  'a git server': async (dispatcher, host, timeouts) =>
    listOverHttp(
      { dispatcher, now: Date.now, timeouts },
      { address: parseGitAddress(`http://${host}/app.git`), credentials: [], names: ['refs/heads/main'] },
      new AbortController().signal,
    ),
  'a server of blobs': async (dispatcher, host, { totalMs }) =>
    askBlob(
      { dispatcher, now: Date.now, timeoutMs: totalMs },
      new URL(`http://${host}/app.zip`),
      undefined,
      new AbortController().signal,
    ),
};

/** The download of a blob in the Pod of a Build, whose time only the Build limits. */
const download: Query = async (network, host) =>
  request(
    { network: { dispatcher: network }, signal: new AbortController().signal },
    new URL(`http://${host}/app.zip`),
    {},
  );

describe('hostile servers', function () {
  this.timeout(60_000);
  let dispatcher: Dispatcher;
  let server: FloodingServer;

  beforeEach(() => {
    dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.0/8' } });
  });
  afterEach(async () => {
    await dispatcher.destroy();
    await server.stop();
  });

  /** Runs a query. It fails before the test times out, and keeps and takes few bytes of the flood. */
  const expectFailure = async (flood: Flood, query: Query, timeouts: Timeouts, maxTaken = Infinity): Promise<void> => {
    server = await startFloodingServer(flood);
    const before = memory();
    const error: unknown = await query(dispatcher, server.address, timeouts).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Error);
    expect(memory() - before).to.be.below(MAX_MEMORY);
    expect(server.taken()).to.be.below(maxTaken);
  };

  for (const [client, query] of Object.entries(CLIENTS)) {
    for (const [what, flood] of Object.entries(LARGE)) {
      it(`are not read: ${client} that sends ${what}`, async () => expectFailure(flood, query, LONG, MAX_TAKEN));
    }
    for (const [what, flood] of Object.entries(SLOW)) {
      it(`are not read for long: ${client} that sends ${what}`, async () => expectFailure(flood, query, SHORT));
    }
  }

  for (const [what, flood] of Object.entries(LARGE)) {
    it(`are not read by a Build: ${what}`, async () => expectFailure(flood, download, LONG, MAX_TAKEN));
  }
});

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
