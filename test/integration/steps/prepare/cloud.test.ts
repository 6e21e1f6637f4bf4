import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { MockAgent } from 'undici';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { tarBytes } from '../../../support/archives/tar-bytes.ts';
import { fakeRegistries, type FakeRequest } from '../../registry/client-fake-registry.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const TOKEN = 'ya29.token-of-the-node';

/** The requests to the cloud's storage. */
interface Asked {
  readonly headers: Readonly<Record<string, string>>;
}

describe("prepare: a blob in a cloud, fetched with the cloud's identity", () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const service = fakeRegistries(1);
  let storage: MockAgent;
  let asked: Asked[] = [];
  before(() => pushSmallImage(`${registry().address}/app:1`));
  beforeEach(() => {
    asked = [];
    storage = new MockAgent();
    storage.enableNetConnect(/^127\.0\.0\.1:/);
    service().answer = () => ({ body: JSON.stringify({ access_token: TOKEN, expires_in: 3599 }) });
  });
  afterEach(async () => storage.close());

  const fetched = async (url: string, environment: Readonly<Record<string, string>>): Promise<Prepared> => {
    const content = await tarBytes([{ name: 'f', content: 'x' }]);
    storage
      .get(new URL(url).origin)
      .intercept({ path: () => true })
      .reply((request) => {
        asked.push({ headers: Object.fromEntries(Object.entries(request.headers as Record<string, string>)) });
        return { statusCode: 200, data: content };
      });
    const source: SourceInputs = { kind: 'blob', url, stripComponents: 0, authentication: 'helper' };
    return build({ source, environment: { PATH: process.env['PATH'], ...environment }, dispatcher: storage });
  };
  const onGoogle = (): Readonly<Record<string, string>> => ({ GCE_METADATA_HOST: service().address });
  const onAzure = (): Readonly<Record<string, string>> => ({
    AZURE_POD_IDENTITY_AUTHORITY_HOST: `http://${service().address}`,
  });
  const expectFetched = ({ code, errors, log, at }: Prepared): void => {
    expect(errors).to.deep.equal([]);
    expect(code).to.equal(0);
    expect(filesIn(at('workspace'))).to.deep.equal(['f']);
    expect(log.join('\n')).not.to.include(TOKEN);
    expect(asked).to.have.length(1);
    expect(asked[0]?.headers).to.include({ authorization: `Bearer ${TOKEN}` });
  };
  const onlyRequest = (): FakeRequest => {
    const [request, ...others] = service().seen;
    if (request === undefined || others.length > 0) throw new Error(`${others.length + 1} requests`);
    return request;
  };

  it('is fetched from Google with the token of the node', async () => {
    expectFetched(await fetched('https://storage.googleapis.com/bucket/app.tar', onGoogle()));
    const { method, path: place, headers } = onlyRequest();
    expect([method, place]).to.deep.equal([
      'GET',
      '/computeMetadata/v1/instance/service-accounts/default/token?scopes=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fdevstorage.read_only',
    ]);
    expect(headers).to.include({ 'metadata-flavor': 'Google' });
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => name.startsWith('x-ms'))).to.deep.equal([]);
  });

  it('is fetched from Azure with the token of the node', async () => {
    const environment = { ...onAzure(), AZURE_CLIENT_ID: 'client' };
    expectFetched(await fetched('https://account.blob.core.windows.net/box/app.tar', environment));
    const { method, path: place, headers } = onlyRequest();
    expect([method, place]).to.deep.equal([
      'GET',
      '/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fstorage.azure.com%2F&client_id=client',
    ]);
    expect(headers).to.include({ metadata: 'true' });
    expect(asked[0]?.headers)
      .to.include({ 'x-ms-version': '2023-11-03' })
      .and.not.to.have.property('x-ms-file-request-intent');
    expect(asked[0]?.headers['x-ms-date']).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
  });

  it("is fetched from Azure's file shares", async () => {
    expectFetched(await fetched('https://account.file.core.windows.net/share/app.tar', onAzure()));
    expect(asked[0]?.headers).to.include({ 'x-ms-file-request-intent': 'backup' });
  });

  it('is fetched from Azure with the identity of the ServiceAccount', async () => {
    const { folder } = await build();
    const file = path.join(folder, 'token');
    writeFileSync(file, 'token-of-the-account\n');
    const environment = {
      AZURE_FEDERATED_TOKEN_FILE: file,
      AZURE_CLIENT_ID: 'client',
      AZURE_TENANT_ID: 'tenant',
      AZURE_AUTHORITY_HOST: `http://${service().address}/`,
    };
    expectFetched(await fetched('https://account.blob.core.windows.net/box/app.tar', environment));
    const { method, path: place, body } = onlyRequest();
    expect([method, place]).to.deep.equal(['POST', '/tenant/oauth2/v2.0/token']);
    expect(Object.fromEntries(new URLSearchParams(body))).to.deep.equal({
      client_id: 'client',
      scope: 'https://storage.azure.com/.default',
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'token-of-the-account',
    });
  });

  it('waits for a token service that is not available yet', async () => {
    service().answer = () =>
      service().seen.length < 3 ? { status: 503 } : { body: JSON.stringify({ access_token: TOKEN }) };
    expectFetched(await fetched('https://storage.googleapis.com/bucket/app.tar', onGoogle()));
  });

  for (const [what, answer, words] of [
    ['refuses', { status: 404 }, /returned status 404/],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, /returned status 302/],
    ['answers without a token', { body: '{}' }, /returned no token/],
    ['answers with two lines', { body: '{"access_token":"a\\r\\nb"}' }, /returned no token/],
    ['never stops', { body: 'x'.repeat(100_000) }, /returned a response that is too long/],
  ] as const) {
    it(`fails if the token service ${what}`, async () => {
      service().answer = () => answer;
      const { code, errors } = await fetched('https://storage.googleapis.com/bucket/app.tar', onGoogle());
      expect(errors.join('')).to.match(words);
      expect(code).to.equal(10);
      expect(asked).to.deep.equal([]);
    });
  }

  for (const url of ['https://example.com/f', 'http://storage.googleapis.com/f', 'https://evil-googleapis.com/f']) {
    it(`requests no token for ${url}`, async () => {
      const { code, errors } = await fetched(url, onGoogle());
      expect(errors.join('')).to.include('use blob.auth: secret');
      expect(code).to.equal(24);
      expect(service().seen).to.deep.equal([]);
    });
  }
});
