import { expect } from 'chai';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { failureOf, testClients } from './client-fixture.ts';
import { fakeRegistries, type FakeAnswer, type FakeRequest } from './client-fake-registry.ts';
import { smallImage } from './stored-image.ts';

describe('a push to a registry that deviates from the specification', () => {
  const fake = fakeRegistries(1);
  const clients = testClients();
  const bytes = Buffer.from('0123456789');
  const blob = { digest: digestOf(bytes), size: bytes.length };
  const headers = { location: '/v2/a/up' };
  const to = () => ({ registry: fake().address, repository: 'a' });

  /** A registry that accepts uploads except for the requests that it answers in its own way. */
  const differs = (own: (request: FakeRequest) => FakeAnswer | undefined): void => {
    fake().answer = (request) => {
      const { method, path } = request;
      if (path === '/v2/') return undefined;
      return own(request) ?? { status: method === 'PUT' ? 201 : method === 'HEAD' ? 404 : 202, headers };
    };
  };
  const takes = (part: (request: FakeRequest) => FakeAnswer): void =>
    differs((request) => (request.method === 'PATCH' ? part(request) : undefined));
  const sent = (): readonly (readonly [string | undefined, string])[] =>
    fake()
      .seen.filter(({ method }) => method === 'PATCH')
      .map((request) => [request.headers['content-range'], request.body]);

  /** Returns these responses in order by method, and then the responses of a registry that has every blob. */
  const answers = (byMethod: Readonly<Record<string, FakeAnswer[]>>): void =>
    differs(({ method }) => byMethod[method]?.shift());
  const held = (range: string): FakeAnswer => ({ status: 204, headers: { ...headers, range } });
  const methods = (): readonly string[] => fake().seen.map(({ method }) => method);

  const from = () => ({ ...to(), repository: 'b' });
  /** A registry that has the blob in one repository, and responds to a mount as the test defines. */
  const mounts = (answer: FakeAnswer): void =>
    differs(({ method, path }) => {
      if (path.includes('mount=')) return answer;
      return method === 'GET' ? { body: bytes } : undefined;
    });

  it('sends a whole blob without a range, because GHCR rejects large chunks', async () => {
    takes((request) => ({ status: 'content-range' in request.headers ? 416 : 202, headers }));
    await clients.make().pushBlob(to(), blob, bytes);
    expect(sent()).to.deep.equal([[undefined, '0123456789']]);
    expect(clients.waits).to.deep.equal([]);
  });

  for (const [registry, status] of [
    ['ECR', 201],
    ['Pulp', 204],
  ] as const) {
    it(`accepts ${status} for the content, as ${registry} answers`, async () => {
      takes(() => ({ status, headers }));
      await clients.make().pushBlob(to(), blob, bytes);
      expect(sent()).to.have.length(1);
      expect(fake().seen.at(-1)?.method).to.equal('PUT');
    });
  }

  it('ignores the range after the last byte: Quay reports one byte too many, ECR the first part', async () => {
    for (const range of ['0-10', '0-3', '0-0']) {
      fake().seen.length = 0;
      takes(() => ({ status: 202, headers: { ...headers, range } }));
      await clients.make().pushBlob(to(), blob, bytes);
      expect(fake().seen.at(-1)?.path, range).to.equal(`/v2/a/up?digest=${encodeURIComponent(blob.digest)}`);
    }
  });

  for (const status of [200, 201, 202]) {
    it(`accepts ${status} for a manifest`, async () => {
      differs(({ path }) => (path.includes('manifests') ? { status } : undefined));
      const { mediaType, content, digest } = smallImage().manifest;
      expect(await clients.make().pushManifest(to(), { mediaType, bytes: content })).to.equal(digest);
    });
  }

  describe('after a rejected mount', () => {
    for (const status of [400, 401, 403, 404, 405, 500, 501]) {
      it(`uploads after ${status}`, async () => {
        mounts({ status });
        expect(await clients.make().copyBlob(from(), to(), blob)).to.equal('uploaded');
        expect(sent()).to.deep.equal([[undefined, '0123456789']]);
      });
    }

    it('does not upload if the upload would fail, too', async () => {
      mounts({ status: 429 });
      expect(await failureOf(clients.make().copyBlob(from(), to(), blob))).to.match(/^RATE_LIMITED /);
      mounts({ write: (response) => response.socket?.resetAndDestroy() });
      expect(await failureOf(clients.make().copyBlob(from(), to(), blob))).to.match(/^NETWORK /);
      expect(sent()).to.deep.equal([]);
    });
  });

  describe('if the connection breaks', () => {
    for (const [what, status] of [
      ['a registry does not tell what it has (405)', { status: 405 }],
      ['a registry does not tell what it has (400)', { status: 400 }],
      ['a registry has nothing', held('0-0')],
      ['a registry has more than there is', held('0-10')],
    ] as const) {
      it(`restarts if ${what}`, async () => {
        answers({ PATCH: [{ status: 500 }], GET: [status] });
        await clients.make().pushBlob(to(), blob, bytes);
        expect(methods().slice(1)).to.deep.equal(['POST', 'PATCH', 'GET', 'POST', 'PATCH', 'PUT']);
        expect(sent().at(-1)).to.deep.equal([undefined, '0123456789']);
      });
    }

    it('restarts if a registry refuses the part that it asks for: Quay asks for one byte too late', async () => {
      answers({ PATCH: [{ status: 500 }, { status: 416 }], GET: [held('0-4'), held('0-4')] });
      await clients.make().pushBlob(to(), blob, bytes);
      expect(methods().slice(1)).to.deep.equal(['POST', 'PATCH', 'GET', 'PATCH', 'GET', 'POST', 'PATCH', 'PUT']);
      expect(sent().slice(1)).to.deep.equal([
        ['5-9', '56789'],
        [undefined, '0123456789'],
      ]);
    });

    it('restarts if only the commit is missing, and the registry does not report the offset', async () => {
      answers({ PUT: [{ status: 500 }], GET: [{ status: 405 }] });
      await clients.make().pushBlob(to(), blob, bytes);
      expect(methods().slice(3)).to.deep.equal(['PUT', 'HEAD', 'GET', 'POST', 'PATCH', 'PUT']);
    });

    it('resumes at the next byte after the registry has stored the bytes of the broken connection', async () => {
      answers({ PATCH: [{ status: 500 }, { status: 416 }], GET: [held('0-3'), held('0-5')] });
      await clients.make().pushBlob(to(), blob, bytes);
      expect(sent()).to.deep.equal([
        [undefined, '0123456789'],
        ['4-9', '456789'],
        ['6-9', '6789'],
      ]);
    });

    it('is given up if every part is rejected', async () => {
      differs(({ method }) => {
        if (method === 'PATCH') return { status: 416 };
        return method === 'GET' ? held('0-3') : undefined;
      });
      expect(await failureOf(clients.make().pushBlob(to(), blob, bytes))).to.equal(
        `UNAVAILABLE ${fake().address}/a@${blob.digest}: registry ${fake().address} expects a different part of the upload (416)`,
      );
      expect(clients.waits).to.have.length(5);
    });
  });
});
