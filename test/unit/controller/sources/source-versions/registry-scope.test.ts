import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { parseImageReference } from '../../../../../src/core/model/image-reference.ts';
import { RETRY_POLICY } from '../../../../../src/clients/http/retries.ts';
import { makeDispatcher } from '../../../../../src/clients/registry/client/transport/dispatcher.ts';
import { registryClient } from '../../../../../src/clients/registry/client/registry-client.ts';
import { REQUEST_TIMEOUTS } from '../../../../../src/clients/registry/client/transport/transport.ts';
import { SYSTEM_CLOCK } from '../../../../../src/core/runtime/clock.ts';
import { asVersionError, VersionError } from '../../../../../src/controller/sources/source-versions/version-error.ts';
import { serveHttp } from '../../../../support/http-server.ts';

/** Answers `/v2/`, and every other request in another way. */
function registry(manifest: RequestListener): RequestListener {
  return (request, response) =>
    request.url === '/v2/' ? void response.writeHead(200).end() : manifest(request, response);
}

const failing =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end();
const broken: RequestListener = (request) => void request.socket.destroy();

describe('the failure of a query to a registry', () => {
  let ends: (() => Promise<unknown>)[];
  beforeEach(() => {
    ends = [];
  });
  afterEach(async () => Promise.all(ends.map(async (end) => end())));

  const served = async (listener: RequestListener): Promise<string> => {
    const { address, stop } = await serveHttp('127.0.0.1', listener);
    ends.push(async () => stop());
    return address;
  };
  const scopeOf = async (host: string): Promise<string> => {
    const dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.0/8' } });
    ends.push(async () => dispatcher.destroy());
    const client = registryClient({
      network: { dispatcher, clock: SYSTEM_CLOCK, random: Math.random },
      retryPolicy: { ...RETRY_POLICY, retries: 0 },
      timeouts: { ...REQUEST_TIMEOUTS, idleMs: 500 },
      keychain: async () => undefined,
    });
    const reference = parseImageReference(`${host}/app:1`);
    if (reference === undefined) throw new Error('not a reference');
    const error = await client.resolve(reference).catch((thrown: unknown) => asVersionError(thrown));
    expect(error).to.be.instanceOf(VersionError);
    return (error as VersionError).scope;
  };

  for (const [what, listener, scope] of [
    ['that fails with 503', failing(503), 'host'],
    ['that limits requests', failing(429), 'limit'],
    ['that lacks the image', failing(404), 'query'],
    ['that breaks the connection', broken, 'host'],
    ['that never answers', () => undefined, 'host'],
    ['whose manifest is garbage', (_, response) => void response.writeHead(200).end('garbage'), 'query'],
  ] satisfies readonly (readonly [string, RequestListener, string])[]) {
    it(`concerns ${scope} for a registry ${what}`, async () => {
      expect(await scopeOf(await served(registry(listener)))).to.equal(scope);
    });
    it(`concerns the query alone after a redirect to a server ${what}`, async () => {
      const target = await served(listener);
      const redirect: RequestListener = (_, response) =>
        void response.writeHead(307, { location: `http://${target}/x` }).end();
      expect(await scopeOf(await served(registry(redirect)))).to.equal('query');
    });
    it(`concerns the query alone for a token server ${what}`, async () => {
      const target = await served(listener);
      const challenge: RequestListener = (_, response) =>
        void response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${target}/token"` }).end();
      expect(await scopeOf(await served(challenge))).to.equal('query');
    });
  }

  it('concerns the host if nothing listens', async () => expect(await scopeOf('127.0.0.1:1')).to.equal('host'));
});
