import { expect } from 'chai';
import type { KubeRequest } from '../../../../../src/clients/kube/transport/kube-request.ts';
import type { Authentication } from '../../../../../src/clients/kube/config/authentication.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { json, scriptedServer, type Answer, type ScriptedServer } from '../api-server.ts';

const GET: KubeRequest = { method: 'GET', path: '/api/v1/pods', isIdempotent: true, subject: 'list pods' };
const POST: KubeRequest = { ...GET, method: 'POST', body: '{"a":1}', isIdempotent: false };
const OK = json(200, { ok: true });
const CUT: Answer = (response) => response.destroy();
const TRUNCATED: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"ok":', () => response.destroy());
};
const SILENT: Answer = () => undefined;

describe('the transport to an API server', () => {
  let server: ScriptedServer;
  const serving = async (...script: readonly Answer[]): Promise<ScriptedServer> =>
    (server = await scriptedServer(...script));
  afterEach(async () => server.stop());

  it("sends requests below the server's path, with credentials and impersonation headers", async () => {
    const { transport, asked } = await serving(OK);
    const authentication = { current: async () => ({ authorization: 'Bearer t' }), invalidate: () => undefined };
    expect(await transport({ authentication }).call(POST)).to.deep.equal({ ok: true });
    expect(asked[0]).to.deep.include({ method: 'POST', path: '/k8s/c-1/api/v1/pods', body: '{"a":1}' });
    expect(asked[0]?.headers).to.include({
      authorization: 'Bearer t',
      'content-type': 'application/json',
      'impersonate-user': 'jane',
      'impersonate-group': 'a, b',
      'user-agent': 'test',
    });
  });

  it('reuses connections', async () => {
    const { transport, connections } = await serving(OK);
    const { call } = transport();
    for (let turn = 0; turn < 20; turn += 1) await call(GET);
    expect(connections()).to.be.at.most(2);
  });

  it('limits concurrent calls to 32 connections', async () => {
    const { transport, mostOpen } = await serving(OK);
    const { call } = transport();
    await Promise.all(Array.from({ length: 200 }, async () => call(GET)));
    expect(mostOpen()).to.be.within(2, 32);
  });

  /** The first response, and if a GET and a POST are retried. */
  const table: readonly (readonly [string, Answer, boolean, boolean])[] = [
    ['429', json(429, {}, { 'retry-after': '2' }), true, true],
    ['500', json(500, {}), true, false],
    ['503', json(503, {}), true, false],
    ['a connection that breaks', CUT, true, false],
    ['an answer that ends early', TRUNCATED, true, false],
    ['404', json(404, {}), false, false],
    ['409', json(409, {}), false, false],
  ];
  for (const [what, answer, get, post] of table) {
    it(`repeats after ${what}: GET ${get}, POST ${post}`, async () => {
      const { transport, asked } = await serving(answer, OK, answer, OK);
      const { call } = transport();
      const outcomes: unknown[] = [];
      for (const request of [GET, POST]) {
        const before = asked.length;
        // A call that is not retried leaves its second response unused.
        await rejection(call(request));
        outcomes.push(asked.length - before === 2);
        if (asked.length - before === 1) await call(GET);
      }
      expect(outcomes).to.deep.equal([get, post]);
    });
  }

  it("waits for the server's Retry-After plus a backoff", async () => {
    const { transport } = await serving(json(429, {}, { 'retry-after': '2' }), json(503, {}), OK);
    const waits: number[] = [];
    await transport({ waits }).call(GET);
    expect(waits).to.deep.equal([2125, 250]);
  });

  it('gives up after five retries, or after the given number', async () => {
    const { transport, asked } = await serving(json(503, {}));
    expect(await rejection(transport().call(GET))).to.include({ code: 'UNAVAILABLE', status: 503 });
    expect(asked).to.have.length(6);
    await rejection(transport().call(GET, { retries: 0 }));
    expect(asked).to.have.length(7);
  });

  it('retries once with renewed credentials after a 401, and shows no token', async () => {
    const { transport, asked } = await serving(json(401, {}), json(401, { message: 'no second-secret' }), OK);
    const tokens = ['first-secret', 'second-secret'];
    const authentication: Authentication = {
      current: async () => ({ authorization: `Bearer ${tokens[0]}` }),
      invalidate: () => void tokens.shift(),
    };
    const error = await rejection(transport({ authentication }).call(GET));
    expect(asked.map(({ headers }) => headers.authorization)).to.deep.equal([
      'Bearer first-secret',
      'Bearer second-secret',
    ]);
    expect(error).to.include({ code: 'UNAUTHORIZED' });
    expect(String(error)).to.include('no ***');
  });

  it('does not retry with the same credentials', async () => {
    const { transport, asked } = await serving(json(401, {}), OK);
    expect(await rejection(transport().call(GET))).to.include({ code: 'UNAUTHORIZED' });
    expect(asked).to.have.length(1);
  });

  it('times out if the server does not respond', async () => {
    const { transport } = await serving(SILENT);
    expect(await rejection(transport().call(GET, { timeoutMs: 30, retries: 0 }))).to.include({ code: 'TIMED_OUT' });
  });

  it('ends with the reason of the signal', async () => {
    const { transport } = await serving(SILENT);
    const reason = new Error('enough');
    const controller = new AbortController();
    const work = rejection(transport().call(GET, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 20);
    expect(await work).to.equal(reason);
  });

  it('rejects an HTML page', async () => {
    const { transport } = await serving((response) => response.end('<html>'));
    expect(await rejection(transport().call(GET, { retries: 0 }))).to.include({ code: 'BAD_ANSWER' });
  });

  it('rejects a response of more bytes than the caller reads, without a retry', async () => {
    const { transport, asked } = await serving(OK);
    expect(await rejection(transport().call(GET, { maxBytes: 10 }))).to.include({ code: 'TOO_LARGE' });
    expect(asked).to.have.length(1);
    expect(await transport().call(GET, { maxBytes: 11 })).to.deep.equal({ ok: true });
  });

  it('retries every call if the connection is refused, and reports that in the end', async () => {
    const { transport, hangUp } = await serving(OK);
    await hangUp();
    const waits: number[] = [];
    const error = await rejection(transport({ waits }).call(POST));
    expect(error).to.include({ code: 'UNREACHABLE' });
    expect(String(error)).to.match(/cannot be reached \(ECONNREFUSED\)/);
    expect(waits).to.deep.equal([125, 250, 500, 1000, 2000]);
  });

  it('does not retry the first call of a user who waits if the connection is refused, but later calls', async () => {
    const { transport, hangUp } = await serving(OK);
    const [waits, waitsOfFirst]: [number[], number[]] = [[], []];
    const known = transport({ waits, retriesUnreachable: false });
    await known.call(GET);
    await hangUp();
    const first = transport({ waits: waitsOfFirst, retriesUnreachable: false });
    expect(await rejection(first.call(GET))).to.include({ code: 'UNREACHABLE' });
    expect(waitsOfFirst).to.deep.equal([]);
    expect(await rejection(known.call(GET))).to.include({ code: 'UNREACHABLE' });
    expect(waits).to.have.length(5);
  });

  for (const retriesUnreachable of [true, false]) {
    it(`${retriesUnreachable ? 'retries' : 'does not retry'} if the host cannot be found, as its option says`, async () => {
      let attempts = 0;
      const dispatch = (): never => {
        attempts += 1;
        throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
      };
      const dispatchers = { of: () => ({ dispatch }) as never, close: async () => undefined };
      const { transport } = await serving(OK);
      const error = await rejection(transport({ dispatchers, retriesUnreachable }).call(GET));
      expect(error).to.include({ code: 'UNREACHABLE' });
      expect(attempts).to.equal(retriesUnreachable ? 6 : 1);
    });
  }

  it('ends an idle stream', async () => {
    const { transport } = await serving((response) => void response.writeHead(200).write('one'));
    const bytes = await transport().stream(GET, { idleTimeoutMs: 30 });
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of bytes) read.push(Buffer.from(chunk).toString());
    })();
    expect(await rejection(reading)).to.include({ code: 'TIMED_OUT' });
    expect(read).to.deep.equal(['one']);
  });
});
