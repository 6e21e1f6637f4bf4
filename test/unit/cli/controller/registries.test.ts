import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openRegistries } from '../../../../src/cli/controller/registries.ts';
import { networkDispatchers } from '../../../../src/cli/controller/network-dispatchers.ts';
import { NO_NETWORKS } from '../../../../src/core/network/networks.ts';
import { WorkPending } from '../../../../src/core/runtime/work-pending.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { serveHttp } from '../../../support/http-server.ts';

describe('the registries of the controller', () => {
  it('do not delay reconciles or the exit if they accept connections and never answer', async function () {
    // An open handshake ends after ten seconds only.
    this.timeout(8_000);
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.resume())).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // An open server would keep the process alive if the test fails.
    silent.unref();
    const registry = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const image = `${registry}/app`;
    const waits: number[] = [];
    const clock = {
      ...SYSTEM_CLOCK,
      schedule: (delayMs: number, callback: () => void) => {
        waits.push(delayMs);
        return SYSTEM_CLOCK.schedule(delayMs / 50, callback);
      },
    };
    const dispatchers = networkDispatchers({}, NO_NETWORKS, clock);
    const options = {
      clock,
      settings: { insecure: [registry], mirrors: {}, allowedAddresses: [] },
      client: { get: async () => Promise.reject(new Error('unexpected request')) },
      dispatchers,
      count: () => undefined,
      indexPlatform: async () => 'linux/amd64' as const,
    };
    const end = new AbortController();
    const { facts } = openRegistries({ ...options, signal: end.signal });
    const error = await rejection(facts(image, undefined));
    end.abort();
    await dispatchers.destroy();
    expect(error).to.be.instanceOf(WorkPending);
    // The lookup is late after one second, and given up after five.
    expect(waits.map((waitMs) => Math.ceil(waitMs / 1_000))).to.deep.equal([1, 5]);
    await Promise.all(sockets.map(async (socket) => socket.destroyed || once(socket, 'close')));
  });

  it('are not quoted in failures, which users of a namespace read in statuses', async () => {
    const { address, stop } = await serveHttp('127.0.0.1', (request, response) => {
      if (request.url?.startsWith('/token') === true) {
        response.writeHead(403).end(JSON.stringify({ errors: [{ code: 'DENIED', message: 'an internal text' }] }));
      } else {
        const realm = `http://${request.headers.host}/token`;
        response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}"` }).end();
      }
    });
    const dispatchers = networkDispatchers({}, NO_NETWORKS, SYSTEM_CLOCK);
    const end = new AbortController();
    const { facts, labels, digest } = openRegistries({
      clock: SYSTEM_CLOCK,
      settings: { insecure: [address], mirrors: {}, allowedAddresses: [] },
      client: { get: async () => Promise.reject(new Error('unexpected request')) },
      dispatchers,
      count: () => undefined,
      indexPlatform: async () => 'linux/amd64' as const,
      signal: end.signal,
    });
    const failures = await Promise.all(
      [facts, labels, digest].map(async (ask) => rejection(ask(`${address}/app`, undefined))),
    );
    end.abort();
    await dispatchers.destroy();
    await stop();
    for (const failure of failures) {
      expect(String(failure)).to.include(address).and.to.include('403').and.not.to.include('internal text');
    }
  });
});
