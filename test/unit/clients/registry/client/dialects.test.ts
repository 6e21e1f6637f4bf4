import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { Agent, Dispatcher } from 'undici';
import {
  fakeRegistries,
  type FakeAnswer,
  type FakeRequest,
} from '../../../../integration/registry/client-fake-registry.ts';
import { manifestAnswer } from '../../../../integration/registry/client-fake-answers.ts';
import { contentOf, failureOf, nobody, testClients } from '../../../../integration/registry/client-fixture.ts';
import { smallImage } from '../../../../integration/registry/stored-image.ts';
import type { Keychain } from '../../../../../src/clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../../../../src/clients/registry/client/registry-client.ts';
import { digestOf } from '../../../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../../src/core/oci/media-types.ts';

const HOST = 'registry.example.com';
const PASSWORD = 'open sesame';
const LOGIN = `Basic ${Buffer.from(`builder:${PASSWORD}`).toString('base64')}`;
const builder: Keychain = async () => ({ kind: 'password', username: 'builder', password: PASSWORD });
const LINUX = { os: 'linux', architecture: 'amd64' };
const CONTENT = Buffer.from('0123456789');
const BLOB = { digest: digestOf(CONTENT), size: CONTENT.length };
const OTHER = digestOf(Buffer.from('other'));
const { manifest: MANIFEST, config: CONFIG } = smallImage();

/** Connects every origin to one server, so that a test sees which scheme a request would use. */
class Redirecting extends Dispatcher {
  readonly origins: string[] = [];
  readonly #agent = new Agent();
  readonly #server: () => string;

  constructor(server: () => string) {
    super();
    this.#server = server;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.origins.push(String(options.origin));
    const headers = { ...(options.headers as Record<string, string>), 'x-origin': String(options.origin) };
    return this.#agent.dispatch({ ...options, headers, origin: `http://${this.#server()}` }, handler);
  }

  override async close(): Promise<void> {
    return this.#agent.close();
  }
}

const at = (registry = HOST) => ({ registry, repository: 'team/app', tag: '1' });

/** Uploads at a location. */
const uploads = (location: string) => (request: FakeRequest) => {
  if (request.path === '/v2/') return { status: 200 };
  const status = request.method === 'PUT' ? 201 : request.method === 'HEAD' ? 404 : 202;
  return { status, headers: { location } };
};

const entry = (digest: string, architecture: string): object => ({
  mediaType: MEDIA_TYPES.oci.manifest,
  digest,
  size: MANIFEST.content.length,
  platform: { os: 'linux', architecture },
});

const INDEX = {
  schemaVersion: 2,
  manifests: [
    {
      mediaType: MEDIA_TYPES.oci.manifest,
      digest: MANIFEST.digest,
      size: MANIFEST.content.length,
      platform: LINUX,
    },
  ],
};

const indexWith = (...others: readonly string[]): string =>
  JSON.stringify({
    ...INDEX,
    manifests: [...others.map((digest) => entry(digest, 's390x')), ...INDEX.manifests],
  });

describe('dialects of registries', () => {
  const fake = fakeRegistries(1);
  const clients = testClients();
  const dispatcher = new Redirecting(() => fake().address);
  after(async () => dispatcher.close());
  beforeEach(() => void dispatcher.origins.splice(0));

  const client = (keychain: Keychain = nobody): RegistryClient =>
    clients.make({
      keychain,
      network: { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0 },
    });
  const answers = (answer: (request: FakeRequest) => FakeAnswer | undefined): void => {
    fake().answer = answer;
  };

  describe('a registry behind a proxy that ends TLS', () => {
    const same: readonly (readonly [string, string])[] = [
      [HOST, `http://${HOST}/v2/up?_state=s`],
      [HOST, `http://${HOST}:80/v2/up?_state=s`],
      [HOST, `http://${HOST}:443/v2/up?_state=s`],
      [HOST, `http://REGISTRY.example.com/v2/up?_state=s`],
      [HOST, '/v2/up?_state=s'],
      [HOST, `//${HOST}/v2/up?_state=s`],
      [`${HOST}:443`, `http://${HOST}/v2/up?_state=s`],
      [`${HOST}:5000`, `http://${HOST}:5000/v2/up?_state=s`],
    ];
    for (const [registry, location] of same) {
      it(`${registry} keeps TLS at ${location}`, async () => {
        answers(uploads(location));
        await client().checkPush(at(registry));
        await client().pushBlob(at(registry), BLOB, CONTENT);
        await client().mountBlob({ ...at(registry), repository: 'b' }, at(registry), BLOB);
        expect([...new Set(dispatcher.origins)]).to.deep.equal([new URL(`https://${registry}`).origin]);
        const methods = fake().seen.map(({ method }) => method);
        expect(methods).to.include.members(['POST', 'PATCH', 'PUT', 'DELETE']);
      });
    }

    for (const location of ['http://storage.example.com/up', `http://${HOST}:8080/up`, `http://x.${HOST}/up`]) {
      it(`gets no bytes in plain text at ${location}`, async () => {
        answers(uploads(location));
        expect(await failureOf(client().pushBlob(at(), BLOB, CONTENT))).to.match(/^BAD_ANSWER .* from HTTPS to HTTP/);
        expect([...new Set(dispatcher.origins)]).to.deep.equal([`https://${HOST}`]);
      });
    }

    it('may upload to another host with TLS', async () => {
      answers(uploads('https://storage.example.com/up?sig=1'));
      await client(builder).pushBlob(at(), BLOB, CONTENT);
      const elsewhere = fake().seen.filter(({ headers }) => headers['x-origin'] === 'https://storage.example.com');
      expect(elsewhere.map(({ method }) => method)).to.deep.equal(['PATCH', 'PUT']);
      for (const { headers } of elsewhere) expect(headers).to.not.have.property('authorization');
    });

    it('keeps TLS for redirects of blobs, with the login', async () => {
      answers(({ path }) =>
        path.includes('blobs')
          ? { status: 307, headers: { location: `http://${HOST}/storage/x` } }
          : path === '/v2/'
            ? { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }
            : { body: CONTENT },
      );
      expect(await contentOf(client(builder).blob(at(), BLOB))).to.equal('0123456789');
      expect([...new Set(dispatcher.origins)]).to.deep.equal([`https://${HOST}`]);
      expect(fake().seen.at(-1)?.headers.authorization).to.equal(LOGIN);
    });

    it('keeps TLS for the token server on its own host', async () => {
      answers(({ path, headers }) => {
        if (path.startsWith('/token')) return { body: '{"token":"T"}' };
        if (headers.authorization === 'Bearer T') return manifestAnswer(MANIFEST.content);
        return { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${HOST}/token"` } };
      });
      expect((await client(builder).manifest(at())).digest).to.equal(MANIFEST.digest);
      expect([...new Set(dispatcher.origins)]).to.deep.equal([`https://${HOST}`]);
    });

    it('sends no login to a token server on another host without TLS', async () => {
      answers(() => ({ status: 401, headers: { 'www-authenticate': 'Bearer realm="http://auth.example.com/token"' } }));
      expect(await failureOf(client(builder).manifest(at()))).to.match(/^BAD_ANSWER .* does not use TLS$/);
      expect([...new Set(dispatcher.origins)]).to.deep.equal([`https://${HOST}`]);
    });

    it('keeps plain HTTP for a registry without TLS that names itself with https', async () => {
      const { address } = fake();
      answers(uploads(`https://${address}/v2/up`));
      await clients.make().pushBlob(at(address), BLOB, CONTENT);
      expect(fake().seen.map(({ method }) => method)).to.include.members(['POST', 'PATCH', 'PUT']);
    });
  });

  describe('a registry without a challenge', () => {
    const pings: readonly (readonly [string, FakeAnswer])[] = [
      ['200', { status: 200 }],
      ['403', { status: 403 }],
      ['404', { status: 404 }],
      ['401 without a header', { status: 401 }],
      ['401 with another scheme', { status: 401, headers: { 'www-authenticate': 'Negotiate' } }],
      ['401 with a malformed header', { status: 401, headers: { 'www-authenticate': 'realm="x"' } }],
      ['401 with an empty header', { status: 401, headers: { 'www-authenticate': '' } }],
    ];
    const refusals: readonly (readonly [number, string])[] = [
      [401, 'UNAUTHORIZED'],
      [403, 'DENIED'],
      [404, 'NOT_FOUND'],
    ];
    for (const [what, ping] of pings) {
      for (const [status, code] of refusals) {
        it(`that answers ${what} to /v2/ and ${status} to strangers gets the login`, async () => {
          answers(({ path, method, headers }) => {
            if (path === '/v2/') return ping;
            if (headers.authorization !== LOGIN) return { status };
            if (method === 'POST') return { status: 202, headers: { location: '/v2/up' } };
            return path.includes('manifests') ? manifestAnswer(MANIFEST.content) : { body: CONTENT };
          });
          await client(builder).checkPush(at());
          expect((await client(builder).manifest(at())).digest).to.equal(MANIFEST.digest);
          expect(await failureOf(client().manifest(at()))).to.match(new RegExp(`^${code} `));
          expect([...new Set(dispatcher.origins)]).to.deep.equal([`https://${HOST}`]);
        });
      }
    }

    it('can ask for a token later', async () => {
      answers(({ path, headers }) => {
        if (path.startsWith('/token')) return { body: '{"token":"T"}' };
        if (path === '/v2/') return { status: 200 };
        if (headers.authorization === 'Bearer T') return manifestAnswer(MANIFEST.content);
        return { status: 401, headers: { 'www-authenticate': `Bearer realm="https://${HOST}/token"` } };
      });
      expect((await client(builder).manifest(at())).digest).to.equal(MANIFEST.digest);
    });

    it('gets no identity token, which only a token server can exchange', async () => {
      answers(({ path }) => (path === '/v2/' ? { status: 200 } : manifestAnswer(MANIFEST.content)));
      await client(async () => ({ kind: 'identity-token', token: 'secret' })).manifest(at());
      for (const { headers } of fake().seen) expect(headers).to.not.have.property('authorization');
    });

    const advice: readonly (readonly [number, Keychain, RegExp])[] = [
      [401, nobody, /\(401\); the request had no login: add credentials for this registry, and check that/],
      [401, builder, /\(401\); check the credentials for this registry, and that the repository exists$/],
      [403, nobody, /\(403\); the request had no login: add credentials for this registry$/],
      [403, builder, /\(403\); check that the account has access to the repository$/],
      [404, nobody, /\(404\); check the name, or add credentials if the repository is private$/],
      [404, builder, /\(404\); check the name, and that the account has access to the repository$/],
    ];
    for (const [status, keychain, message] of advice) {
      it(`${status} says what to do ${keychain === nobody ? 'without' : 'with'} a login`, async () => {
        answers(({ path }) => (path === '/v2/' ? undefined : { status }));
        expect(await failureOf(client(keychain).manifest(at()))).to.match(message);
      });
    }

    it('names the schemes that taskpack does not support', async () => {
      answers(() => ({ status: 401, headers: { 'www-authenticate': 'Negotiate, NTLM' } }));
      expect(await failureOf(client(builder).manifest(at()))).to.match(
        /\(401\).* It supports only negotiate, ntlm; taskpack supports basic and bearer$/,
      );
    });
  });

  describe('a manifest', () => {
    const general = [
      undefined,
      '',
      'application/json',
      'application/json; charset=utf-8',
      'application/octet-stream',
      'binary/octet-stream',
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/vnd.example+json',
    ];
    /** Serves documents by tag and digest, with one type for all. */
    const serves = (type: string | undefined, documents: Readonly<Record<string, string>>, rest: object = {}): void => {
      const all = {
        ...documents,
        [CONFIG.digest]: CONFIG.content.toString(),
        [MANIFEST.digest]: MANIFEST.content.toString(),
      };
      answers(({ path }) => {
        const body = Object.entries(all).find(([name]) => path.endsWith(`/${name}`))?.[1];
        if (body === undefined) return path === '/v2/' ? undefined : { status: 404 };
        return { body, headers: { ...(type !== undefined && { 'content-type': type }), ...rest } };
      });
    };
    const { mediaType: _, ...untyped } = JSON.parse(MANIFEST.content.toString()) as Record<string, unknown>;

    it('and a configuration may be compressed in transit', async () => {
      const documents = { '/manifests/1': MANIFEST.content, [CONFIG.digest]: CONFIG.content };
      answers(({ path }) => {
        const body = Object.entries(documents).find(([end]) => path.endsWith(end))?.[1];
        return body && { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } };
      });
      const { json, digest } = await client().manifest(at());
      expect(digest).to.equal(MANIFEST.digest);
      expect(json).to.deep.equal(JSON.parse(MANIFEST.content.toString()));
      expect((await client().config(at(), LINUX)).manifest.digest).to.equal(MANIFEST.digest);
    });

    it('that is too large or broken when it is decompressed is refused', async () => {
      for (const [body, code] of [
        [gzipSync(Buffer.alloc(3_000_000)), 'TOO_LARGE'],
        [gzipSync(MANIFEST.content).subarray(0, -9), 'BAD_ANSWER'],
      ] as const) {
        answers(({ path }) =>
          path === '/v2/' ? undefined : { body: Buffer.from(body), headers: { 'content-encoding': 'gzip' } },
        );
        expect(await failureOf(client().manifest(at()))).to.match(new RegExp(`^${code} `));
      }
    });

    for (const type of general) {
      it(`with the Content-Type ${type} says itself what it is`, async () => {
        for (const mediaType of [MEDIA_TYPES.oci.manifest, MEDIA_TYPES.docker.manifest]) {
          serves(type, { '1': JSON.stringify({ ...untyped, mediaType }) });
          const { content, mediaType: read } = await client().manifest(at());
          expect([content.kind, read]).to.deep.equal(['image', mediaType]);
          expect((await client().resolve(at())).mediaType).to.equal(mediaType);
        }
        for (const mediaType of [MEDIA_TYPES.oci.index, MEDIA_TYPES.docker.index, undefined]) {
          serves(type, { '1': JSON.stringify({ ...INDEX, mediaType }) });
          expect((await client().config(at(), LINUX)).manifest.digest).to.equal(MANIFEST.digest);
          expect((await client().resolve(at())).mediaType).to.equal(mediaType ?? MEDIA_TYPES.oci.index);
        }
        serves(type, { '1': JSON.stringify(untyped) });
        expect((await client().manifest(at())).mediaType).to.equal(MEDIA_TYPES.oci.manifest);
      });

      it(`with the Content-Type ${type} is refused if it is not an image`, async () => {
        serves(type, { '1': '{"schemaVersion":1,"signatures":[]}' });
        expect(await failureOf(client().manifest(at()))).to.match(/^UNSUPPORTED_MANIFEST .* schema version 1/);
        expect(await failureOf(client().resolve(at()))).to.match(/^UNSUPPORTED_MANIFEST .* schema version 1/);
        serves(type, { '1': '{"schemaVersion":2,"mediaType":"application/vnd.example.thing"}' });
        expect(await failureOf(client().manifest(at()))).to.match(/^UNSUPPORTED_MANIFEST .*vnd\.example\.thing$/);
        serves(type, { '1': JSON.stringify({ ...untyped, ...INDEX }) });
        expect(await failureOf(client().manifest(at()))).to.match(/^BAD_ANSWER .* invalid manifest/);
        serves(type, { '1': '{"error":"secret"}' });
        expect(await failureOf(client().manifest(at()))).to.match(/^UNSUPPORTED_MANIFEST .* media type/);
      });
    }

    it('with a Content-Type of the other family has its own media type', async () => {
      serves(MEDIA_TYPES.docker.manifest, { '1': JSON.stringify({ ...untyped, mediaType: MEDIA_TYPES.oci.manifest }) });
      expect((await client().manifest(at())).mediaType).to.equal(MEDIA_TYPES.oci.manifest);
    });

    const digests: readonly (readonly [string, string | undefined])[] = [
      ['no digest', undefined],
      ['an empty digest', ''],
      ['a digest without an algorithm', MANIFEST.digest.slice('sha256:'.length)],
      ['the digest of something else', OTHER],
      ['a digest of another algorithm', `sha512:${'0'.repeat(128)}`],
      ['an upper-case digest', MANIFEST.digest.toUpperCase()],
      ['an entity tag', `"${MANIFEST.digest}"`],
    ];
    for (const [what, header] of digests) {
      const headers = header === undefined ? {} : { 'docker-content-digest': header };
      it(`with ${what} in the headers has the digest of its bytes`, async () => {
        for (const reference of [at(), { ...at(), digest: MANIFEST.digest }]) {
          serves(MEDIA_TYPES.oci.manifest, { '1': MANIFEST.content.toString() }, headers);
          expect((await client().manifest(reference)).digest).to.equal(MANIFEST.digest);
          expect((await client().resolve(reference)).digest).to.equal(MANIFEST.digest);
          expect((await client().config(reference, LINUX)).descriptor.digest).to.equal(CONFIG.digest);
        }
      });

      it(`is pushed although the answer has ${what}`, async () => {
        answers(({ path, method }) => {
          if (path === '/v2/') return undefined;
          if (path.endsWith(`/manifests/${MANIFEST.digest}`)) return manifestAnswer(MANIFEST.content, headers);
          if (method === 'HEAD') return { headers: { 'content-length': '10', ...headers } };
          return { status: method === 'PUT' ? 201 : 202, headers: { ...headers, location: '/v2/up' } };
        });
        const { mediaType, content: bytes } = MANIFEST;
        expect(await client().pushManifest(at(), { mediaType, bytes })).to.equal(MANIFEST.digest);
        await client().pushBlob(at(), BLOB, CONTENT);
      });
    }

    it('that the registry stores with other bytes is not pushed', async () => {
      answers(({ path, method }) => {
        if (path === '/v2/') return undefined;
        if (method === 'GET' || method === 'HEAD') return { status: 404 };
        return {
          status: method === 'PUT' ? 201 : 202,
          headers: { 'docker-content-digest': OTHER, location: '/v2/up' },
        };
      });
      const { mediaType, content: bytes } = MANIFEST;
      expect(await failureOf(client().pushManifest(at(), { mediaType, bytes }))).to.match(/^DIGEST_MISMATCH /);
      expect(await failureOf(client().pushBlob(at(), BLOB, CONTENT))).to.match(/^DIGEST_MISMATCH /);
    });

    describe('of an index with other digests', () => {
      const sha512 = `sha512:${'a'.repeat(128)}`;
      for (const digest of [sha512, 'blake3:abc', 'multihash+base58:QmRZxt2b1FVZPNqd8hsiykDL3TdBDeTSPX9Kv46HmX4Gx8']) {
        it(`${digest.slice(0, 20)} does not hide the others`, async () => {
          serves('application/json', { '1': indexWith(digest, sha512) });
          expect((await client().config(at(), LINUX)).manifest.digest).to.equal(MANIFEST.digest);
          expect((await client().manifest(at())).content.kind).to.equal('index');
        });

        it(`${digest.slice(0, 20)} is refused by name if it is selected`, async () => {
          serves('application/json', { '1': indexWith(digest) });
          const s390x = { os: 'linux', architecture: 's390x' };
          expect(await failureOf(client().config(at(), s390x))).to.match(
            /^UNSUPPORTED_MANIFEST .* for linux\/s390x has the digest (?:sha512|blake3|multihash\S*):\S+, and .* sha256 only/,
          );
        });
      }

      for (const digest of ['', '../../x', 'sha256:short', 'nodigest', 'sha512:a/../b']) {
        it(`${JSON.stringify(digest)} is not a digest`, async () => {
          serves('application/json', { '1': indexWith(digest) });
          expect(await failureOf(client().manifest(at()))).to.match(
            /^BAD_ANSWER .* manifests\[0\] is not a descriptor/,
          );
        });
      }
    });
  });

  it('nothing of the account is in a message', async () => {
    answers(({ path, headers }) =>
      path === '/v2/'
        ? undefined
        : { status: 403, body: JSON.stringify({ errors: [{ message: headers.authorization }] }) },
    );
    expect(await failureOf(client(builder).manifest(at()))).to.not.contain(PASSWORD);
  });
});
