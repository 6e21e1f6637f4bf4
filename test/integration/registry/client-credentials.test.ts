import { expect } from 'chai';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import type { RegistryError } from '../../../src/clients/registry/client/registry-error.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { authorized, give } from './client-fake-answers.ts';
import { fakeRegistries, type FakeAnswer, type FakeRequest } from './client-fake-registry.ts';
import { builder, contentOf, failureOf, testClients } from './client-fixture.ts';
import { rejection } from './rejection.ts';

const echo = (request: FakeRequest): FakeAnswer => ({
  status: 403,
  body: JSON.stringify({
    errors: [{ code: 'DENIED', message: `no \u001b[31m${request.headers.authorization} ${ACCOUNT.password}` }],
  }),
});

describe('credentials of the registry client', () => {
  const fake = fakeRegistries(3);
  const clients = testClients();
  const at = (): ImageReference => ({ registry: fake().address, repository: 'a', tag: '1' });
  const good = Buffer.from('0123456789');
  const blob = { digest: digestOf(good), size: 10 };
  const other = digestOf(Buffer.from('other'));
  const tokens = (answer: (request: FakeRequest) => FakeAnswer): void => {
    fake(1).answer = answer;
  };
  const challenge = (): string => `Bearer realm="http://${fake(1).address}/token?x=1",service="s"`;
  const onlyFor = (token: () => string, answer: (request: FakeRequest) => FakeAnswer): void => {
    fake().answer = (request) =>
      request.headers.authorization === `Bearer ${token()}`
        ? answer(request)
        : { status: 401, headers: { 'www-authenticate': challenge() } };
  };

  it('sends credentials to no other host on a redirect', async () => {
    fake().answer = (request) =>
      authorized(request, 'Basic realm="x"', {
        status: 307,
        headers: { location: `http://${fake(1).address}/s3?sig=1` },
      });
    fake(1).answer = () => ({ status: 307, headers: { location: `http://${fake(2).address}/s3?sig=2` } });
    fake(2).answer = () => ({ body: good });
    expect(await contentOf(clients.make({ keychain: builder }).blob(at(), blob))).to.equal('0123456789');
    expect(fake().seen.at(-1)?.headers.authorization).to.equal(basicAuthorization());
    for (const nth of [1, 2]) {
      expect(fake(nth).seen).to.have.length(1);
      expect(fake(nth).seen[0]?.headers).to.not.have.property('authorization');
    }
  });

  it('ignores challenges of the target of a redirect', async () => {
    fake().answer = (request) =>
      authorized(request, 'Basic realm="x"', { status: 307, headers: { location: `http://${fake(1).address}/` } });
    fake(1).answer = () => ({
      status: 401,
      headers: { 'www-authenticate': `Bearer realm="http://${fake(2).address}/token"` },
    });
    expect(await failureOf(contentOf(clients.make({ keychain: builder }).blob(at(), blob)))).to.match(/^UNAUTHORIZED /);
    expect(fake(2).seen).to.deep.equal([]);
  });

  it('uploads to another host without credentials', async () => {
    fake().answer = (request) =>
      authorized(request, 'Basic realm="x"', {
        status: 202,
        headers: { location: `http://${fake(1).address}/up?_state=s` },
      });
    fake(1).answer = ({ method }) => ({ status: method === 'PUT' ? 201 : 202 });
    await clients.make({ keychain: builder }).pushBlob(at(), blob, good);
    expect(fake(1).seen.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'PATCH /up?_state=s',
      `PUT /up?_state=s&digest=${encodeURIComponent(blob.digest)}`,
    ]);
    for (const { headers } of fake(1).seen) expect(headers).to.not.have.property('authorization');
  });

  it('masks secrets that the registry echoes', async () => {
    fake().answer = (request) => authorized(request, 'Basic realm="x"', echo(request));
    const error = (await rejection(clients.make({ keychain: builder }).manifest(at()))) as RegistryError;
    expect(error.message).to.equal(
      `${fake().address}/a:1: registry ${fake().address} denies access (403 DENIED: no [31mBasic *** ***); check that the account has access to the repository`,
    );
    expect(error.diagnostics).to.deep.equal([{ code: 'DENIED', message: 'no [31mBasic *** ***' }]);
    expect(JSON.stringify([error, error.stack])).to.not.contain(ACCOUNT.password);
  });

  describe('with tokens', () => {
    it('requests one token for each scope, and one with two scopes for a mount', async () => {
      tokens(() => give('T'));
      onlyFor(
        () => 'T',
        ({ path }) =>
          path.includes('mount') ? { status: 201 } : { headers: { 'docker-content-digest': blob.digest } },
      );
      const client = clients.make({ keychain: builder });
      await Promise.all([client.hasBlob(at(), blob.digest), client.hasBlob(at(), blob.digest)]);
      await client.hasBlob(at(), other);
      expect(await client.mountBlob({ ...at(), repository: 'b' }, at(), blob)).to.equal(true);
      const asked = fake(1).seen.map(({ path }) => new URL(path, 'http://t.test').searchParams.getAll('scope'));
      expect(asked.at(-1)).to.deep.equal(['repository:a:pull,push', 'repository:b:pull']);
      expect(asked).to.have.length(2);
      expect(fake(1).seen[0]?.path).to.equal('/token?x=1&service=s&scope=repository%3Aa%3Apull%2Cpush');
      expect(fake(1).seen[0]?.headers.authorization).to.equal(basicAuthorization());
      expect(fake().seen.every(({ headers }) => headers.authorization !== basicAuthorization())).to.equal(true);
    });

    it('requests the right to push before it checks for blobs, because Quay creates the repository then', async () => {
      let isMade = false;
      tokens(({ path }) => {
        isMade ||= path.includes('push');
        return give('T');
      });
      onlyFor(
        () => 'T',
        () => ({ status: isMade ? 404 : 401 }),
      );
      expect(await clients.make({ keychain: builder }).hasBlob(at(), blob.digest)).to.equal(false);
    });

    it('caches a challenge that comes late, so that no layer is sent twice', async () => {
      tokens(() => give('T'));
      onlyFor(
        () => 'T',
        ({ method }) => ({ status: method === 'PUT' ? 201 : 202, headers: { location: '/v2/a/up' } }),
      );
      const guarded = fake().answer;
      fake().answer = (request) => (request.path === '/v2/' ? { status: 200 } : guarded(request));
      const client = clients.make({ keychain: builder });
      for (const repository of ['a', 'b']) await client.pushBlob({ ...at(), repository }, blob, good);
      const stopped = fake().seen.filter(
        ({ path, headers }) => path !== '/v2/' && !headers.authorization?.startsWith('Bearer '),
      );
      expect(stopped.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(['POST /v2/a/blobs/uploads/']);
      const scopes = fake(1).seen.map(({ path }) => new URL(path, 'http://t.test').searchParams.getAll('scope'));
      expect(scopes.at(-1)).to.deep.equal(['repository:b:pull,push']);
    });

    it('sends a user agent with every request', async () => {
      tokens(() => give('T'));
      onlyFor(
        () => 'T',
        () => ({}),
      );
      await clients.make({ keychain: builder }).hasBlob(at(), blob.digest);
      const all = [...fake().seen, ...fake(1).seen];
      expect(all.map(({ headers }) => headers['user-agent'])).to.deep.equal(['taskpack', 'taskpack', 'taskpack']);
    });

    it('exchanges an identity token with OAuth2', async () => {
      tokens(() => ({ body: JSON.stringify({ access_token: 'T' }) }));
      onlyFor(
        () => 'T',
        () => ({}),
      );
      const client = clients.make({ keychain: async () => ({ kind: 'identity-token', token: 'i&d' }) });
      expect(await client.hasBlob(at(), blob.digest)).to.equal(true);
      const [asked] = fake(1).seen;
      expect(asked).to.include({
        method: 'POST',
        body: 'grant_type=refresh_token&refresh_token=i%26d&service=s&client_id=taskpack&scope=repository%3Aa%3Apull%2Cpush',
      });
      expect(asked?.headers).to.not.have.property('authorization');
    });

    it('sends a registry token unchanged', async () => {
      onlyFor(
        () => 'given',
        () => ({}),
      );
      const client = clients.make({ keychain: async () => ({ kind: 'registry-token', token: 'given' }) });
      expect(await client.hasBlob(at(), blob.digest)).to.equal(true);
      expect(fake(1).seen).to.deep.equal([]);
    });

    it('renews the token during an upload', async () => {
      let valid = 1;
      tokens(() => give(`T${valid}`, { expires_in: 3600 }));
      onlyFor(
        () => `T${valid}`,
        ({ method }) => {
          if (method === 'POST') valid = 2;
          return { status: method === 'PUT' ? 201 : 202, headers: { location: '/v2/a/up' } };
        },
      );
      await clients.make({ keychain: builder }).pushBlob(at(), blob, good);
      const sent = fake().seen.filter(({ method }) => method === 'PATCH');
      expect(sent.map(({ headers, body }) => `${headers.authorization} ${body}`)).to.deep.equal([
        'Bearer T1 0123456789',
        'Bearer T2 0123456789',
      ]);
    });

    it('requests a new token when the token has expired', async () => {
      let issued = 0;
      tokens(() => give(`T${(issued += 1)}`, { expires_in: 0.001 }));
      onlyFor(
        () => `T${issued}`,
        () => ({}),
      );
      const client = clients.make({ keychain: builder });
      await client.hasBlob(at(), blob.digest);
      await new Promise((resolve) => setTimeout(resolve, 10));
      await client.hasBlob(at(), blob.digest);
      expect(issued).to.equal(2);
      expect(fake().seen.filter(({ method }) => method === 'HEAD')).to.have.length(2);
    });

    const wrong: readonly (readonly [string, FakeAnswer])[] = [
      ['one that would end the header', give('a\r\nHost: evil')],
      ['none', { body: '{}' }],
      ['a number', { body: '{"token":1}' }],
      ['not even JSON', { body: 'T' }],
    ];
    for (const [what, answer] of wrong) {
      it(`rejects a token that is ${what}`, async () => {
        tokens(() => answer);
        onlyFor(
          () => 'T',
          () => ({}),
        );
        expect(await failureOf(clients.make({ keychain: builder }).manifest(at()))).to.match(/^BAD_ANSWER /);
      });
    }

    it('retries transient failures of the token server', async () => {
      let asked = 0;
      tokens(() => ((asked += 1) < 3 ? { status: 503, headers: { 'retry-after': '2' } } : give('T')));
      onlyFor(
        () => 'T',
        () => ({}),
      );
      expect(await clients.make({ keychain: builder }).hasBlob(at(), blob.digest)).to.equal(true);
      expect(clients.waits).to.deep.equal([2188, 2375]);
    });
  });
});
