import { expect } from 'chai';
import type { Dispatcher } from 'undici';
import type { GuardOptions } from '../../../../../src/clients/http/addresses/guarded-dispatcher.ts';
import { digestOf } from '../../../../../src/core/oci/digest.ts';
import type {
  RegistryClient,
  RegistryClientOptions,
} from '../../../../../src/clients/registry/client/registry-client.ts';
import {
  makeDispatcher,
  type NetworkSettings,
} from '../../../../../src/clients/registry/client/transport/dispatcher.ts';
import {
  USER_POLICY,
  type AddressPolicy,
  type Network,
} from '../../../../../src/clients/registry/client/transport/transport.ts';
import {
  fakeRegistries,
  type FakeAnswer,
  type FakeRequest,
} from '../../../../integration/registry/client-fake-registry.ts';
import { contentOf, failureOf, testClients } from '../../../../integration/registry/client-fixture.ts';
import { resolverOf } from '../../../../support/resolver.ts';
import { startTunnels, type Tunnels } from '../../../../support/tunnels.ts';

const BLOB = { digest: digestOf(Buffer.from('x')), size: 1 };

/** The controller's policy: tenants name the registries. */
const TENANTS: AddressPolicy = { mayBeLoopback: () => false, mayLeadInside: false };

const resolve = resolverOf({
  'kubernetes.default.svc': ['10.96.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  localhost: ['::1', '127.0.0.1'],
  'inside.evil.test': ['127.0.0.1'],
  'mixed.evil.test': ['::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1'],
});

/** Hosts that a registry at a public address must not send the controller to. */
const HOSTS = [
  '127.0.0.1',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '[::]',
  '2130706433',
  '0177.1',
  'localhost',
  'localhost.',
  'inside.evil.test',
  'mixed.evil.test',
  'kubernetes.default.svc',
  'metadata.google.internal',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '169.254.169.254',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '10.96.0.1',
  '[fe80::1]',
];

/** Retries at once. */
function networkOf(dispatcher: Dispatcher): Network {
  return { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0 };
}

/** An answer that is registered for all requests except the first one of the client. */
const leads = (answer: (location: string) => FakeAnswer) => (location: string) => (request: FakeRequest) =>
  request.path === '/v2/' ? undefined : answer(location);

describe('the addresses that a hostile registry or tenant names', () => {
  const fake = fakeRegistries(2);
  const clients = testClients();
  const dispatchers: Dispatcher[] = [];
  const connect = (guard: GuardOptions, settings: NetworkSettings = {}): Dispatcher => {
    const dispatcher = makeDispatcher({ ...settings, guard: { resolve, setting: 'ALLOWED_ADDRESSES', ...guard } });
    dispatchers.push(dispatcher);
    return dispatcher;
  };
  const clientOf = (dispatcher: Dispatcher, options: Partial<RegistryClientOptions> = {}): RegistryClient => {
    return clients.make({ network: networkOf(dispatcher), insecure: [fake().address], addresses: TENANTS, ...options });
  };
  const has = async (registry: string): Promise<boolean> =>
    clientOf(connect({}), { insecure: [registry], addresses: USER_POLICY }).hasBlob(
      { registry, repository: 'a' },
      BLOB.digest,
    );
  /** The first registry counts as one at a public address. The second one is a service of the controller's network. */
  const client = (): RegistryClient => clientOf(connect({ allowed: fake().address }));
  const at = () => ({ registry: fake().address, repository: 'a' });
  const inner = (host: string): string => `http://${host}:${fake(1).address.split(':')[1]}/secret`;
  afterEach(async () => {
    await Promise.all(dispatchers.splice(0).map(async (dispatcher) => dispatcher.destroy()));
  });

  const redirect = leads((location) => ({ status: 307, headers: { location } }));
  const upload = leads((location) => ({ status: 202, headers: { location } }));
  type Way = readonly [string, typeof redirect, (client: RegistryClient) => Promise<unknown>];
  const ways: readonly Way[] = [
    [
      'the realm of a challenge',
      (location) => () => ({ status: 401, headers: { 'www-authenticate': `Bearer realm="${location}"` } }),
      async (one) => one.manifest(at()),
    ],
    ['a redirect of a manifest', redirect, async (one) => one.manifest(at())],
    ['a redirect of a blob', redirect, async (one) => contentOf(one.blob(at(), BLOB))],
    ['the location of an upload', upload, async (one) => one.pushBlob(at(), BLOB, Buffer.from('x'))],
  ];
  for (const [way, answer, ask] of ways) {
    for (const host of HOSTS) {
      it(`are not connected to: ${host} as ${way}`, async () => {
        fake().answer = answer(inner(host));
        expect(await failureOf(ask(client()))).to.match(
          /^ADDRESS_REFUSED .*registry 127\.0\.0\.1:\d+ refers to another host: .*to allow it, add \S+ to ALLOWED_ADDRESSES$/,
        );
        expect(fake(1).seen).to.deep.equal([]);
      });
    }
  }

  it('are not connected to in order to cancel an upload', async () => {
    fake().answer = upload(inner('0.0.0.0'));
    await client().checkPush(at());
    expect(fake(1).seen).to.deep.equal([]);
  });

  for (const host of HOSTS.filter(
    (name) => !['10.96.0.1', 'kubernetes.default.svc', 'mixed.evil.test'].includes(name),
  )) {
    it(`are not connected to: ${host} as a tenant's registry`, async () => {
      const registry = new URL(inner(host)).host;
      const one = clientOf(connect({}), { insecure: [registry] });
      expect(await failureOf(one.manifest({ registry, repository: 'a' }))).to.match(/^ADDRESS_REFUSED /);
      expect(fake(1).seen).to.deep.equal([]);
    });
  }

  it('are named by the error, with the reason and the setting', async () => {
    fake().answer = redirect(inner('inside.evil.test'));
    expect(await failureOf(client().manifest(at()))).to.equal(
      `ADDRESS_REFUSED ${fake().address}/a:latest: registry ${fake().address} refers to another host: inside.evil.test ` +
        'has the address 127.0.0.1, a loopback address, which taskpack does not connect to here; ' +
        'to allow it, add 127.0.0.1 to ALLOWED_ADDRESSES',
    );
  });

  it('are not reached by a connection that another request opened', async () => {
    const dispatcher = connect({ allowed: fake().address });
    fake(1).answer = () => ({ headers: { 'content-length': '1' } });
    const own = clientOf(dispatcher, { addresses: { ...TENANTS, mayBeLoopback: () => true } });
    expect(await own.hasBlob({ registry: fake(1).address, repository: 'a' }, BLOB.digest)).to.equal(true);
    const before = fake(1).seen.length;
    fake().answer = redirect(inner('127.0.0.1'));
    expect(await failureOf(clientOf(dispatcher).manifest(at()))).to.match(/^ADDRESS_REFUSED /);
    expect(fake(1).seen.length).to.equal(before);
  });

  it('may be loopback if the user names them as such, but no other name may have such an address', async () => {
    fake(1).answer = () => ({ headers: { 'content-length': '1' } });
    const port = fake(1).address.split(':')[1];
    expect(await has(`127.0.0.1:${port}`)).to.equal(true);
    expect(await has(`localhost:${port}`)).to.equal(true);
    expect(await failureOf(has(`inside.evil.test:${port}`))).to.match(/^ADDRESS_REFUSED .* a loopback address/);
    expect(await failureOf(has(`metadata.google.internal:${port}`))).to.match(/^ADDRESS_REFUSED .* link-local address/);
  });

  it('are connected to if the allow-list has the name, the address or the network', async () => {
    fake(1).answer = () => ({ headers: { 'content-length': '1' } });
    const port = fake(1).address.split(':')[1];
    for (const allowed of ['inside.evil.test', '127.0.0.1', '10.0.0.0/8,127.0.0.0/8', `inside.evil.test:${port}`]) {
      const registry = `inside.evil.test:${port}`;
      const one = clientOf(connect({ allowed }), { insecure: [registry] });
      expect(await one.hasBlob({ registry, repository: 'a' }, BLOB.digest), allowed).to.equal(true);
    }
  });

  it('are connected to if the user names them and the allow-list has them, too', async () => {
    fake(1).answer = () => ({ headers: { 'content-length': '1' } });
    const registry = fake(1).address;
    for (const addresses of [USER_POLICY, TENANTS]) {
      const one = clientOf(connect({ allowed: '127.0.0.0/8' }), { insecure: [registry], addresses });
      expect(await one.hasBlob({ registry, repository: 'a' }, BLOB.digest)).to.equal(true);
    }
  });

  it('are left out if the name has others', async () => {
    fake(1).answer = () => ({ headers: { 'content-length': '1' } });
    const registry = `mixed.evil.test:${fake(1).address.split(':')[1]}`;
    const addresses = resolverOf({ 'mixed.evil.test': ['169.254.169.254', '127.0.0.1', '10.0.0.1'] });
    const one = clientOf(connect({ resolve: addresses, allowed: '127.0.0.1' }), { insecure: [registry] });
    expect(await one.hasBlob({ registry, repository: 'a' }, BLOB.digest)).to.equal(true);
  });

  describe('behind a proxy', () => {
    let tunnels: Tunnels;
    before(async () => {
      tunnels = await startTunnels(() => Number(fake().address.split(':')[1]));
    });
    after(async () => tunnels.stop());
    beforeEach(() => tunnels.asked.splice(0));
    const through = async (registry: string, realm: string, allowed = ''): Promise<string> => {
      fake().answer = ({ path, headers }) =>
        path.startsWith('/token')
          ? { body: '{"token":"t"}' }
          : headers.authorization === undefined
            ? { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${realm}/token"` } }
            : {};
      const settings = { httpProxy: tunnels.url, httpsProxy: tunnels.url };
      const one = clientOf(connect({ allowed }, settings), { insecure: [registry] });
      return one.hasBlob({ registry, repository: 'a' }, BLOB.digest).then(String, (error: Error) => error.message);
    };

    it('are checked by the name', async () => {
      const message = await through('r.test:80', 'auth.team.svc');
      expect(message).to.match(/auth\.team\.svc is a private address, .* add auth\.team\.svc to ALLOWED_ADDRESSES$/);
      expect(await through('r.test:80', '169.254.169.254')).to.match(/169\.254\.169\.254 is a link-local address/);
      expect(tunnels.asked).to.not.include.members(['auth.team.svc:80', '169.254.169.254:80']);
    });

    it('may be private for a registry that is private itself, and by the allow-list', async () => {
      expect(await through('r.team.svc:80', 'auth.team.svc')).to.equal('true');
      expect(await through('r.team.svc:80', '169.254.169.254')).to.match(/is a link-local address/);
      expect(await through('r.test:80', 'auth.team.svc', 'auth.team.svc')).to.equal('true');
      expect(await through('r.test:80', 'auth.test')).to.equal('true');
    });
  });

  it('of token servers give no text to the error', async () => {
    const other = `localhost:${fake(1).address.split(':')[1]}`;
    fake().answer = () => ({ status: 401, headers: { 'www-authenticate': `Bearer realm="http://${other}/token"` } });
    const allowed = `${fake().address},${other}`;
    const message = async (body: string): Promise<string> => {
      fake(1).answer = () => ({ status: 403, body });
      return failureOf(clientOf(connect({ allowed })).manifest(at()));
    };
    const errors = [
      { code: 'DENIED', message: 'the secret' },
      { code: 'the secret', message: '' },
    ];
    expect(await message(JSON.stringify({ errors }))).to.match(
      /denies access \(403 DENIED\); the request had no login: add credentials for this registry$/,
    );
    expect(await message('{"message":"the secret","details":"the secret"}')).to.match(
      /denies access \(403\); the request had no login: add credentials for this registry$/,
    );
  });

  it('of registries give no text to the error unless it has the form of the specification', async () => {
    fake().answer = ({ path }) =>
      path === '/v2/' ? undefined : { status: 403, body: '{"kind":"Status","message":"the secret"}' };
    expect(await failureOf(client().manifest(at()))).to.match(
      /denies access \(403\); the request had no login: add credentials for this registry$/,
    );
  });
});
