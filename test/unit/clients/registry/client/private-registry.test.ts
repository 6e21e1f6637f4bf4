import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GuardedDispatcher } from '../../../../../src/clients/http/addresses/guarded-dispatcher.ts';
import { digestOf } from '../../../../../src/core/oci/digest.ts';
import type { RegistryClient } from '../../../../../src/clients/registry/client/registry-client.ts';
import { failureOf, testClients } from '../../../../integration/registry/client-fixture.ts';

const CONTENT = Buffer.from('x');
const BLOB = { digest: digestOf(CONTENT), size: CONTENT.length };
const INNER = '10.0.0.7';

const repositoryOf = (registry: string) => ({ registry, repository: 'a' });

/**
 * Requests to any address arrive at one server by a Unix socket, after the address was checked: no test can rely on a
 * private address of its machine.
 */
describe('a registry at a private address that the user names', () => {
  const clients = testClients();
  const seen: string[] = [];
  let folder: string;
  let server: Server;
  let dispatcher: GuardedDispatcher;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-registry-'));
    const socketPath = path.join(folder, 'socket');
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.headers.host}`);
      answer(request, response);
    });
    await once(server.listen(socketPath), 'listening');
    dispatcher = new GuardedDispatcher({ connect: { socketPath } }, () => undefined);
  });
  after(async () => {
    await dispatcher.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => seen.splice(0));

  const clientOf = (registry: string): RegistryClient => {
    const network = { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0 };
    const addresses = { mayBeLoopback: () => false, mayLeadInside: false };
    return clients.make({ network, insecure: [registry], addresses });
  };
  /** Each way leads to the host and succeeds there. */
  type Way = readonly [string, (host: string) => typeof answer, (registry: string) => Promise<unknown>];
  const ways: readonly Way[] = [
    [
      'realms',
      (host) => (request, response) => {
        const isToken = request.url?.startsWith('/token') === true;
        if (isToken) return void response.end('{"token":"t"}');
        const headers = { 'www-authenticate': `Bearer realm="http://${host}/token"` };
        return void response.writeHead(request.headers.authorization === undefined ? 401 : 200, headers).end();
      },
      async (registry) => clientOf(registry).hasBlob(repositoryOf(registry), BLOB.digest),
    ],
    [
      'redirects',
      (host) => (request, response) => {
        if (request.headers.host === host || request.url === '/v2/') return void response.end(CONTENT);
        return void response.writeHead(307, { location: `http://${host}/blob` }).end();
      },
      async (registry) => clientOf(registry).hasBlob(repositoryOf(registry), BLOB.digest),
    ],
    [
      'locations of uploads',
      (host) => (request, response) => {
        if (request.method === 'HEAD') return void response.writeHead(404).end();
        if (request.url === '/v2/') return void response.end();
        const headers = { location: `http://${host}/upload`, 'docker-content-digest': BLOB.digest };
        return void request.resume().on('end', () => {
          response.writeHead(request.method === 'PUT' ? 201 : 202, headers).end();
        });
      },
      async (registry) => clientOf(registry).pushBlob(repositoryOf(registry), BLOB, CONTENT),
    ],
  ];
  for (const [what, leadTo, use] of ways) {
    it(`may name private ${what}`, async () => {
      answer = leadTo(INNER);
      await use('10.0.0.5');
      expect(seen.filter((request) => request.endsWith(INNER))).to.have.length.greaterThan(0);
    });

    for (const host of ['127.0.0.1', '169.254.169.254', '100.100.100.200']) {
      it(`must not name ${what} at ${host}`, async () => {
        answer = leadTo(host);
        expect(await failureOf(use('10.0.0.5'))).to.match(/^ADDRESS_REFUSED /);
        expect(seen.filter((request) => request.endsWith(host))).to.deep.equal([]);
      });
    }

    it(`must not name private ${what} from a public address`, async () => {
      answer = leadTo(INNER);
      expect(await failureOf(use('203.0.113.5'))).to.match(/^ADDRESS_REFUSED .* a private address/);
      expect(seen.filter((request) => request.endsWith(INNER))).to.deep.equal([]);
    });
  }
});
