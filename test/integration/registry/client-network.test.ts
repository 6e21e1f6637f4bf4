import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttps, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import { makeCertificates } from '../../cluster/control-plane/certificates.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { trustingContext } from '../../../src/clients/http/trusting-context.ts';
import { makeDispatcher, type NetworkSettings } from '../../../src/clients/registry/client/transport/dispatcher.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { startTunnels, type Tunnels } from '../../support/tunnels.ts';
import { CORPORATE_CA, TEAM_CA } from '../../support/authorities.ts';
import { fakeRegistries } from './client-fake-registry.ts';
import { failureOf, testClients } from './client-fixture.ts';

const DIGEST = digestOf(Buffer.from('x'));

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the network of the registry client', function () {
  this.timeout(300_000);
  const clients = testClients();
  const fake = fakeRegistries(1);
  /** The address of the fake on this machine that is not a loopback address. */
  const elsewhere = (): string => fake().address.replace('127.0.0.1', '0.0.0.0');
  const dispatchers: Dispatcher[] = [];
  const through = (settings: NetworkSettings): Dispatcher => {
    const dispatcher = makeDispatcher(settings);
    dispatchers.push(dispatcher);
    return dispatcher;
  };
  const ask = async (registry: string, settings: NetworkSettings): Promise<boolean> => {
    const { random, sleep } = { random: () => 0, sleep: async () => undefined };
    const network = { dispatcher: through(settings), clock: { now: Date.now, sleep }, random };
    return clients.make({ network, insecure: [elsewhere()] }).hasBlob({ registry, repository: 'a' }, DIGEST);
  };
  afterEach(async () => {
    await Promise.all(dispatchers.splice(0).map(async (dispatcher) => dispatcher.destroy()));
  });

  describe('with TLS', () => {
    let server: Server;
    let address = '';
    let authority = '';
    let requests = 0;
    before(async () => {
      const { certificates } = await ensurePrograms(['certificates'], (line) => console.error(line));
      const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-certificates-'));
      const files = makeCertificates(certificates, folder);
      authority = readFileSync(files.authority, 'utf8');
      const pair = { cert: readFileSync(files.certificate('injector')), key: readFileSync(files.key('injector')) };
      rmSync(folder, { recursive: true });
      server = createHttps(pair, (_, response) => {
        requests += 1;
        response.end();
      });
      address = await listen(server);
    });
    after(() => {
      server.closeAllConnections();
      server.close();
    });

    it('trusts the CA bundle', async () => {
      expect(await ask(address, { caBundle: authority })).to.equal(true);
    });

    it('trusts the context of the CA bundle, whatever other certificates are in it', async () => {
      const bundle = `# comment\n${TEAM_CA}${authority}${CORPORATE_CA}`;
      const secureContext = await trustingContext(bundle, { elapsed: () => 0 });
      expect(await ask(address, { caBundle: bundle, secureContext })).to.equal(true);
      const others = await trustingContext(TEAM_CA, { elapsed: () => 0 });
      expect(await failureOf(ask(address, { secureContext: others }))).to.match(/UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    });

    it('does not fall back to plain HTTP after an untrusted certificate', async () => {
      requests = 0;
      expect(await failureOf(ask(address, {}))).to.equal(
        `TLS ${address}/a@${DIGEST}: the TLS connection to ${address} fails (UNABLE_TO_VERIFY_LEAF_SIGNATURE); ` +
          'check that the CA bundle contains its certificate authority',
      );
      expect(requests).to.equal(0);
    });
  });

  describe('with a proxy', () => {
    let tunnels: Tunnels;
    let proxies: NetworkSettings = {};
    before(async () => {
      tunnels = await startTunnels(() => Number(fake().address.split(':')[1]));
      proxies = { httpProxy: tunnels.url, httpsProxy: tunnels.url };
    });
    after(async () => tunnels?.stop());
    beforeEach(() => {
      tunnels.asked.length = 0;
      fake().answer = () => ({});
    });

    it('uses it', async () => {
      expect(await ask('registry.local:80', proxies)).to.equal(true);
      expect(new Set(tunnels.asked)).to.deep.equal(new Set(['registry.local:80']));
    });

    it('uses it for IP addresses', async () => {
      expect(await ask(elsewhere(), { ...proxies, noProxy: '10.0.0.0/8,.svc' })).to.equal(true);
      expect(new Set(tunnels.asked)).to.deep.equal(new Set([elsewhere()]));
    });

    it('bypasses it for networks of NO_PROXY', async () => {
      expect(await ask(elsewhere(), { ...proxies, noProxy: '10.0.0.0/8,0.0.0.0/24' })).to.equal(true);
      expect(tunnels.asked).to.deep.equal([]);
    });

    it('bypasses it for loopback hosts', async () => {
      expect(await ask(fake().address, proxies)).to.equal(true);
      expect(tunnels.asked).to.deep.equal([]);
    });

    it('ignores the environment', async () => {
      const kept = { ...process.env };
      Object.assign(process.env, { HTTP_PROXY: tunnels.url, HTTPS_PROXY: tunnels.url });
      try {
        expect(await ask(elsewhere(), {})).to.equal(true);
      } finally {
        for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
          delete process.env[name];
          if (kept[name] !== undefined) process.env[name] = kept[name];
        }
      }
      expect(tunnels.asked).to.deep.equal([]);
    });
  });

  it('reports that no server listens', async () => {
    const message = await failureOf(ask('127.0.0.1:1', {}));
    expect(message).to.equal(
      `NETWORK 127.0.0.1:1/a@${DIGEST}: the connection to 127.0.0.1:1 fails (ECONNREFUSED); check the host name, the network and the proxy settings`,
    );
  });
});
