import { expect } from 'chai';
import { digestOf } from '../../../src/registry/digest.ts';
import { failureOf, testClients } from './client-fixture.ts';
import { fakeRegistries, type FakeAnswer } from './client-fake-registry.ts';

describe('an upload to a registry that is still putting away what came over a broken connection', function () {
  this.timeout(20_000);
  const fake = fakeRegistries(1);
  const clients = testClients();
  const bytes = Buffer.from('0123456789');
  const blob = { digest: digestOf(bytes), size: bytes.length };
  const headers = { location: '/v2/a/up' };

  /** The first request breaks; then the registry has 4 bytes, and 6 when it is asked again. */
  const answer = (answers: Readonly<Record<string, FakeAnswer[]>>): void => {
    fake().answer = ({ method, path }) => (path === '/v2/' ? undefined : answers[method]?.shift());
  };
  const held = (range: string): FakeAnswer => ({ status: 204, headers: { ...headers, range } });

  it('asks again where the next part begins', async () => {
    answer({
      POST: [{ status: 202, headers }],
      PATCH: [{ status: 500 }, { status: 416 }, { status: 202, headers }],
      GET: [held('0-3'), held('0-5')],
      PUT: [{ status: 201 }],
    });
    await clients.make().pushBlob({ registry: fake().address, repository: 'a' }, blob, bytes);
    const sent = fake().seen.filter(({ method }) => method === 'PATCH');
    expect(sent.map((request) => [request.headers['content-range'], request.body])).to.deep.equal([
      ['0-9', '0123456789'],
      ['4-9', '456789'],
      ['6-9', '6789'],
    ]);
  });

  it('gives up in the end', async () => {
    fake().answer = ({ method, path }) => {
      if (path === '/v2/') return undefined;
      if (method === 'PATCH') return { status: 416 };
      return method === 'GET' ? held('0-3') : { status: 202, headers };
    };
    const failure = await failureOf(
      clients.make().pushBlob({ registry: fake().address, repository: 'a' }, blob, bytes),
    );
    expect(failure).to.equal(
      `UNAVAILABLE ${fake().address}/a@${blob.digest}: registry ${fake().address} has another part of the upload (416)`,
    );
    expect(clients.waits).to.have.length(5);
  });
});
