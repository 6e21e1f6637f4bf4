import { expect } from 'chai';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { makeDispatcher } from '../../../../../src/clients/registry/client/transport/dispatcher.ts';
import { askBlob } from '../../../../../src/controller/sources/source-versions/blob-query.ts';
import { VersionError } from '../../../../../src/controller/sources/source-versions/version-error.ts';
import { serveHttp } from '../../../../support/http-server.ts';

const LOGIN = 'Basic bWU6c2VjcmV0';
const HEX = 'ab'.repeat(32);
const BASE64 = Buffer.from(HEX, 'hex').toString('base64');
const MIB = 1024 * 1024;

describe('the version of a blob', () => {
  let ends: (() => Promise<unknown>)[];

  beforeEach(() => {
    ends = [];
  });
  afterEach(async () => Promise.all(ends.map(async (end) => end())));

  const served = async (listener: RequestListener): Promise<string> => {
    const { address, stop } = await serveHttp('127.0.0.1', listener);
    ends.push(async () => stop());
    return `http://${address}`;
  };
  const ask = async (url: string, authorization?: string, allowed = '127.0.0.0/8'): Promise<string | undefined> => {
    const dispatcher = makeDispatcher({ guard: { allowed, setting: 'ALLOWED_ADDRESSES' } });
    ends.push(async () => dispatcher.destroy());
    const http = { dispatcher, now: Date.now, timeoutMs: 500 };
    return askBlob(http, new URL(`${url}/app.zip`), authorization, new AbortController().signal);
  };

  for (const [what, headers, version] of [
    ['an ETag', { etag: '"abc"' }, 'etag:abc'],
    ['a weak ETag', { etag: 'W/"abc"' }, 'etag:abc'],
    ['an ETag without quotes', { etag: 'abc' }, 'etag:abc'],
    ['a digest, rather than an ETag', { etag: '"abc"', 'repr-digest': `sha-256=:${BASE64}:` }, `sha256:${HEX}`],
    ['one digest of several', { 'repr-digest': `sha-512=:AAAA:, sha-256=:${BASE64}:` }, `sha256:${HEX}`],
    ["Artifactory's checksum", { 'x-checksum-sha256': HEX }, `sha256:${HEX}`],
    ['nothing if there is none', {}, undefined],
    ['nothing of an empty ETag', { etag: '""' }, undefined],
    ['nothing of a digest that is none', { 'repr-digest': 'sha-256=:YWJj:', 'x-checksum-sha256': 'abc' }, undefined],
    ['nothing of an ETag without end', { etag: `"${'a'.repeat(5_000)}"` }, undefined],
  ] as const) {
    it(`is ${what}`, async () => {
      const url = await served((_, response) => void response.writeHead(206, headers).end('a'));
      expect(await ask(url)).to.equal(version);
    });
  }

  it('costs one byte, and is asked as a Build downloads the blob', async () => {
    const heard: IncomingHttpHeaders[] = [];
    const url = await served((request, response) => {
      heard.push({ ...request.headers, method: request.method });
      response.writeHead(206, { etag: '"1"' }).end('a');
    });
    await ask(url, LOGIN);
    const [{ method, range, authorization, 'accept-encoding': encoding } = {}] = heard;
    expect({ method, range, authorization, encoding }).to.deep.equal({
      method: 'GET',
      range: 'bytes=0-0',
      authorization: LOGIN,
      encoding: 'identity',
    });
  });

  it('is known without the content that a server sends although it was not asked for', async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      void served((_, response) => {
        response.writeHead(200, { etag: '"1"' });
        const timer = setInterval(() => {
          sent += MIB;
          response.write(Buffer.alloc(MIB));
        }, 1);
        response.on('close', () => {
          clearInterval(timer);
          resolve();
        });
      }).then(async (url) => expect(await ask(url)).to.equal('etag:1'));
    });
    await closed;
    expect(sent).to.be.lessThan(64 * MIB);
  });

  it('is asked of the target of a redirect, which gets no login of another origin', async () => {
    const heard: (string | undefined)[] = [];
    const target = await served((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(200, { etag: '"1"' }).end('a');
    });
    const url = await served((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(302, { location: `${target}/b` }).end();
    });
    expect(await ask(url, LOGIN)).to.equal('etag:1');
    expect(heard).to.deep.equal([LOGIN, undefined]);
  });

  it('is not asked of an address that is refused', async () => {
    const { reason, message } = await failure(ask('http://127.0.0.1:1', undefined, ''));
    expect(reason).to.equal('AddressRefused');
    expect(message).to.contain('ALLOWED_ADDRESSES');
  });

  it('is not asked of a refused address to which a server redirects', async () => {
    const url = await served((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    });
    expect((await failure(ask(url))).reason).to.equal('AddressRefused');
  });

  for (const [status, reason] of [
    [401, 'SourceDenied'],
    [403, 'SourceDenied'],
    [404, 'SourceNotFound'],
    [416, 'SourceNotFound'],
    [429, 'ServerUnavailable'],
    [503, 'ServerUnavailable'],
  ] as const) {
    it(`fails with ${reason} after the status ${status}`, async () => {
      const url = await served((_, response) => void response.writeHead(status, { 'retry-after': '7' }).end());
      const error = await failure(ask(url, LOGIN));
      expect(error).to.include({ reason, retryAfterMs: 7_000 });
      expect(error.message).not.to.contain('secret');
    });
  }

  for (const [what, scope, listener] of [
    ['fails with 503', 'host', (_, response) => void response.writeHead(503).end()],
    ['limits requests', 'limit', (_, response) => void response.writeHead(429).end()],
    ['lacks the blob', 'query', (_, response) => void response.writeHead(404).end()],
    ['breaks the connection', 'host', (request) => request.socket.destroy()],
    ['never answers', 'host', () => undefined],
    ['never ends its response', 'login', (_, response) => void response.writeHead(206, { etag: '"1"' }).write('a')],
  ] satisfies readonly (readonly [string, string, RequestListener])[]) {
    it(`fails for ${scope} if the server ${what}, and for the query alone after a redirect`, async () => {
      const server = await served(listener);
      expect((await failure(ask(server))).scope).to.equal(scope);
      const redirect = await served((_, response) => void response.writeHead(302, { location: server }).end());
      expect((await failure(ask(redirect))).scope).to.equal('query');
    });
  }

  for (const [what, listener] of [
    ['does not answer', () => undefined],
    ['breaks the connection', (request) => request.socket.destroy()],
    ['answers garbage', (request) => request.socket.end('\0\0\0 no HTTP')],
    ['never ends a response of one byte', (_, response) => void response.writeHead(206, { etag: '"1"' }).write('a')],
  ] satisfies readonly (readonly [string, RequestListener])[]) {
    it(`fails if the server ${what}`, async () => {
      expect((await failure(ask(await served(listener)))).reason).to.equal('NetworkFailed');
    });
  }
});

async function failure(asked: Promise<unknown>): Promise<VersionError> {
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(VersionError);
  return error as VersionError;
}
