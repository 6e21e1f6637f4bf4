import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pageFiles } from '../../../../src/insight/dashboard/server/page-files.ts';
import { dashboardName } from '../../../../src/insight/dashboard/server/guard.ts';
import { startServer, type DashboardServer } from '../../../../src/insight/dashboard/server/start-server.ts';

const NAME = dashboardName(Buffer.alloc(16, 7));
const TOKEN = 'the-token';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

async function* hostile(): AsyncGenerator<object> {
  yield { lines: ['</script>\u001b[31m\u0007\u202e\u2028'], nested: { count: 1 } };
}

async function* failing(): AsyncGenerator<object> {
  yield { kind: 'first' };
  throw new Error('unexpected');
}

describe('the server of the dashboard', () => {
  const reported: unknown[] = [];
  let server: DashboardServer;
  let ended = 0;

  beforeEach(async () => {
    [reported.length, ended] = [0, 0];
    server = await startServer(0, {
      name: NAME,
      token: TOKEN,
      files: pageFiles('script()'),
      report: (error) => reported.push(error),
      feed: (path) => {
        if (path === '/api/hostile') return hostile;
        if (path === '/api/failing') return failing;
        return path === '/api/endless' ? endless : undefined;
      },
    });
  });
  afterEach(async () => server.close());

  async function* endless(signal: AbortSignal): AsyncGenerator<object> {
    try {
      for (;;) {
        yield { text: 'x'.repeat(100_000) };
        signal.throwIfAborted();
      }
    } finally {
      ended += 1;
    }
  }

  it('sends the page without the token, with a policy that allows only its own files', async () => {
    const { status, headers, body } = await get('/');
    expect(status).to.equal(200);
    expect(body)
      .to.include('<script src="/page.js" defer></script>')
      .and.not.match(/<script>|<style|style=/);
    expect(headers['content-security-policy']).to.equal(
      "default-src 'none'; script-src 'self'; worker-src 'none'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).to.include({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect((await get('/page.js')).body).to.equal('script()');
    expect((await get('/page.css')).headers['content-type']).to.equal('text/css; charset=utf-8');
  });

  it('sends data only with the token, and does not say which paths exist without it', async () => {
    for (const path of ['/api/hostile', '/api/nothing', '/nothing']) expect((await get(path)).status).to.equal(401);
    expect((await get('/api/nothing', AUTHORIZED)).status).to.equal(404);
    expect((await get('/api/hostile', { ...AUTHORIZED, origin: 'http://attacker.example' })).status).to.equal(403);
    expect((await get('/', { host: 'attacker.example' })).status).to.equal(403);
    const written = await get('/', {}, 'POST');
    expect([written.status, written.headers.allow]).to.deep.equal([405, 'GET']);
  });

  it('answers on both loopback addresses, because a browser may try either', async () => {
    for (const address of ['127.0.0.1', '::1']) expect((await get('/', {}, 'GET', address)).status).to.equal(200);
  });

  for (const address of ['127.0.0.1', '::1']) {
    it(`does not share its port with another program on ${address}`, async () => {
      const other = createServer().listen(0, address);
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const served = { name: NAME, token: TOKEN, files: new Map(), feed: () => undefined, report: () => undefined };
      const error = await startServer(port, served).catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'EADDRINUSE' });
      other.close();
    });
  }

  it('lets the browser forget the address of an earlier start, and never sends its own address', async () => {
    const { port } = new URL(server.address);
    const earlier = await get('/', { host: `${dashboardName(Buffer.alloc(16, 8))}:${port}` });
    expect([earlier.status, earlier.headers['clear-site-data']]).to.deep.equal([401, '"cache", "storage"']);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `x.localhost:${port}`]) {
      const { status, headers, body } = await get('/', { host });
      expect([status, headers['clear-site-data']], host).to.deep.equal([403, undefined]);
      expect(body).not.to.include(NAME);
    }
    expect(earlier.body).not.to.include(NAME);
    expect((await get('/')).headers['clear-site-data']).to.equal(undefined);
  });

  it('makes control characters of hostile texts visible', async () => {
    const { status, headers, body } = await get('/api/hostile', AUTHORIZED);
    expect([status, headers['content-type']]).to.deep.equal([200, 'text/event-stream']);
    expect(body).to.equal('data: {"lines":["</script>\\\\u0007\\\\u202e\\\\u2028"],"nested":{"count":1}}\n\n');
  });

  it('reports an error that a feed does not expect, and cuts the stream', async () => {
    expect(await get('/api/failing', AUTHORIZED).catch(({ code }: NodeJS.ErrnoException) => code)).to.equal(
      'ECONNRESET',
    );
    expect(reported.map(String)).to.deep.equal(['Error: unexpected']);
  });

  it('ends feeds when the reader leaves, and when it stops', async () => {
    const left = await open('/api/endless', AUTHORIZED);
    left.destroy();
    const second = await open('/api/endless', AUTHORIZED);
    second.on('error', () => undefined);
    await server.close();
    expect(ended).to.equal(2);
    expect(reported).to.deep.equal([]);
  });

  async function open(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    address = '127.0.0.1',
  ) {
    const { host, port } = new URL(server.address);
    const sent = request({ host: address, port, path, headers: { host, ...headers }, method, agent: false });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  async function get(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    address = '127.0.0.1',
  ) {
    const response = await open(path, headers, method, address);
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }
});
