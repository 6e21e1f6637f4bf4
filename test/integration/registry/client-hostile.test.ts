import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { REQUEST_TIMEOUTS } from '../../../src/clients/registry/client/transport/transport.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { manifestAnswer } from './client-fake-answers.ts';
import { fakeRegistries, type FakeAnswer } from './client-fake-registry.ts';
import { contentOf, failureOf, testClients } from './client-fixture.ts';
import { smallImage } from './stored-image.ts';

const LINUX = { os: 'linux', architecture: 'amd64' };
const SCHEMA_1 =
  'its manifest has schema version 1, which taskpack does not support; push the image again with a current tool';

const manifest = (config: object): string => JSON.stringify({ schemaVersion: 2, config, layers: [] });

function breakOff(response: ServerResponse): void {
  response.write('01234', () => setTimeout(() => response.destroy(), 20));
}

function endlessly(response: ServerResponse): void {
  const more = (): void => void (response.closed || response.write(Buffer.alloc(65_536, ' '), more));
  more();
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

describe('a registry that sends invalid responses', () => {
  const fake = fakeRegistries(1);
  const clients = testClients();
  const at = (rest: object = { tag: '1' }): ImageReference => ({ registry: fake().address, repository: 'a', ...rest });
  const image = smallImage();
  const content = Buffer.from(image.manifest.content);
  const answers = (answer: FakeAnswer, path = /manifests|blobs/): void => {
    fake().answer = (request) => (path.test(request.path) ? answer : undefined);
  };

  const other = digestOf(Buffer.from('other'));
  const manifests: readonly (readonly [string, FakeAnswer, object, string])[] = [
    [
      'another manifest than the digest',
      manifestAnswer(content),
      { digest: other },
      `DIGEST_MISMATCH R/a@${other}: registry R has content with the digest ${image.manifest.digest} instead of ${other}`,
    ],
    [
      'schema 1',
      manifestAnswer('{}', { 'content-type': 'application/vnd.docker.distribution.manifest.v1+prettyjws' }),
      {},
      `UNSUPPORTED_MANIFEST R/a:latest: ${SCHEMA_1}`,
    ],
    [
      'schema 1 under another type',
      manifestAnswer('{"schemaVersion":1}'),
      {},
      `UNSUPPORTED_MANIFEST R/a:latest: ${SCHEMA_1}`,
    ],
    [
      'a page',
      manifestAnswer('<html>', { 'content-type': 'text/html; charset=utf-8' }),
      {},
      'UNSUPPORTED_MANIFEST R/a:latest: its manifest has the unsupported media type text/html',
    ],
    ['no type', { body: '{}' }, {}, 'UNSUPPORTED_MANIFEST R/a:latest: its manifest has no media type'],
    ['no JSON', manifestAnswer('{"secret'), {}, 'BAD_ANSWER R/a:latest: registry R sends a document that is not JSON'],
    ['a list', manifestAnswer('[]'), {}, 'BAD_ANSWER R/a:latest: registry R sends JSON that is not an object'],
    [
      'an index as an image',
      manifestAnswer('{"manifests":[]}'),
      {},
      'BAD_ANSWER R/a:latest: registry R sends an invalid manifest: an image must not have manifests',
    ],
    [
      'two types',
      manifestAnswer(`{"mediaType":"${MEDIA_TYPES.oci.index}"}`),
      {},
      'BAD_ANSWER R/a:latest: registry R sends an invalid manifest: its mediaType differs from its Content-Type',
    ],
    [
      'no config',
      manifestAnswer('{}'),
      {},
      'BAD_ANSWER R/a:latest: registry R sends an invalid manifest: its config is not a descriptor',
    ],
    [
      'a digest that is a path',
      manifestAnswer(content.toString().replace(/sha256:[0-9a-f]{64}/, '../../x')),
      {},
      'BAD_ANSWER R/a:latest: registry R sends an invalid manifest: its config is not a descriptor',
    ],
    [
      'too much that is announced',
      manifestAnswer('x', { 'content-length': '1000000000' }),
      {},
      'TOO_LARGE R/a:latest: registry R sends a document of more than 2097152 bytes, which taskpack does not read',
    ],
    [
      'an error without words',
      { status: 451, body: 'no' },
      {},
      'REFUSED R/a:latest: registry R rejects the request (451)',
    ],
    [
      'an endless redirect',
      { status: 302, headers: { location: '/v2/a/manifests/x' } },
      {},
      'BAD_ANSWER R/a:latest: R redirects the request more than 5 times',
    ],
    [
      'a redirect to nowhere',
      { status: 302 },
      {},
      'BAD_ANSWER R/a:latest: R redirects without a usable Location; taskpack does not follow this redirect',
    ],
  ];
  for (const [what, answer, reference, message] of manifests) {
    it(`${what} is not a manifest`, async () => {
      answers(answer);
      const expected = message.replaceAll(/\bR\b/g, fake().address);
      expect(await failureOf(clients.make().manifest(at({ ...reference })))).to.equal(expected);
      expect(clients.waits).to.deep.equal([]);
    });
  }

  const unauthorized = (): FakeAnswer => ({
    status: 401,
    headers: { 'www-authenticate': `Bearer realm="http://${fake().address}/token"` },
  });
  it('a token of a megabyte is not kept', async () => {
    const token = { body: JSON.stringify({ token: 'x'.repeat(1_000_000) }) };
    fake().answer = ({ path }) => (path.startsWith('/token') ? token : unauthorized());
    expect(await failureOf(clients.make().manifest(at()))).to.match(/^BAD_ANSWER .* sends no valid token$/);
  });

  it('an endless token is not read', async () => {
    fake().answer = ({ path }) => (path.startsWith('/token') ? { write: endlessly } : unauthorized());
    expect(await failureOf(clients.make().manifest(at()))).to.match(/^TOO_LARGE /);
  });

  it('an endless error is not read', async () => {
    answers({ status: 403, write: endlessly });
    expect(await failureOf(clients.make().manifest(at()))).to.match(/^DENIED /);
  });

  it('endless redirects are not followed', async () => {
    fake().answer = ({ path }) => ({ status: 307, headers: { location: `${path}x` } });
    expect(await failureOf(clients.make().manifest(at()))).to.match(/^BAD_ANSWER /);
    expect(fake().seen.length).to.be.lessThan(30);
  });

  it('a manifest that arrives byte by byte is not waited for', async () => {
    answers({ ...manifestAnswer(''), write: drip });
    const timeouts = { ...REQUEST_TIMEOUTS, idleMs: 10_000, totalMs: 500 };
    expect(await failureOf(clients.make({ timeouts }).manifest(at()))).to.match(/^TIMED_OUT /);
  });

  it('a manifest of one gigabyte is not read completely', async () => {
    let written = 0;
    let ended = false;
    const write = (response: ServerResponse): void => {
      const slice = Buffer.alloc(1_000_000, ' ');
      response.on('close', () => {
        ended = true;
      });
      const more = (): void => {
        if (ended || written >= 1_000_000_000) return;
        written += slice.length;
        response.write(slice, more);
      };
      more();
    };
    answers({ ...manifestAnswer(''), write });
    expect(await failureOf(clients.make().manifest(at()))).to.match(/^TOO_LARGE /);
    expect(written).to.be.lessThan(50_000_000);
  });

  const good = Buffer.from('0123456789');
  const blob = { digest: digestOf(good), size: 10 };
  const blobs: readonly (readonly [string, FakeAnswer, string])[] = [
    [
      'corrupt',
      { body: '0123456780' },
      `DIGEST_MISMATCH R has content with the digest ${digestOf(Buffer.from('0123456780'))} instead of ${blob.digest}`,
    ],
    ['too short', { body: '01234' }, 'SIZE_MISMATCH R sends 5 bytes instead of 10'],
    ['too long', { body: '0123456789x' }, 'SIZE_MISMATCH R sends 11 bytes instead of 10'],
    [
      'too short without a length',
      { headers: { 'transfer-encoding': 'chunked' }, body: '01234' },
      'SIZE_MISMATCH R sends 5 bytes instead of 10',
    ],
    [
      'too long without a length',
      { headers: { 'transfer-encoding': 'chunked' }, body: '0123456789x' },
      'SIZE_MISMATCH R sends more than 10 bytes',
    ],
    ['empty', {}, 'SIZE_MISMATCH R sends 0 bytes instead of 10'],
  ];
  for (const [what, answer, message] of blobs) {
    it(`a blob that is ${what} fails before its end`, async () => {
      answers(answer);
      const [code, ...sentence] = message.split(' R ');
      const expected = `${code} ${fake().address}/a@${blob.digest}: registry ${fake().address} ${sentence.join(' ')}`;
      expect(await failureOf(contentOf(clients.make().blob(at(), blob)))).to.equal(expected);
      expect(clients.waits).to.deep.equal([]);
    });
  }

  it('a download resumes at a registry that does not support ranges', async () => {
    let asked = 0;
    fake().answer = ({ path }) => {
      if (!path.includes('blobs')) return undefined;
      asked += 1;
      return asked === 1 ? { headers: { 'content-length': '10' }, write: breakOff } : { body: good };
    };
    expect(await contentOf(clients.make().blob(at(), blob))).to.equal('0123456789');
    expect(fake().seen.at(-1)?.headers.range).to.equal('bytes=5-');
  });

  it('a blob can exist although its commit failed', async () => {
    fake().answer = ({ method, path }) => {
      if (path === '/v2/') return undefined;
      if (method === 'PUT') return { status: 500 };
      if (method === 'HEAD') return { headers: { 'content-length': `${blob.size}` } };
      return { status: 202, headers: { location: '/v2/a/up' } };
    };
    await clients.make().pushBlob(at(), blob, good);
    expect(fake().seen.map(({ method }) => method)).to.deep.equal(['GET', 'POST', 'PATCH', 'PUT', 'HEAD']);
  });

  const pull = async (config: object): Promise<string> => {
    fake().answer = ({ path }) =>
      path.includes('manifests')
        ? manifestAnswer(manifest(config))
        : path.includes('blobs')
          ? { body: good }
          : undefined;
    return failureOf(clients.make().config(at(), LINUX));
  };

  it('a configuration is verified, and not requested if it is too large', async () => {
    const mediaType = MEDIA_TYPES.oci.config;
    expect(await pull({ mediaType, digest: other, size: 10 })).to.match(/^DIGEST_MISMATCH /);
    expect(await pull({ mediaType, digest: blob.digest, size: 11 })).to.match(/^(?:SIZE_MISMATCH|DIGEST_MISMATCH) /);
    expect(await pull({ mediaType, digest: other, size: 1_000_000_000 })).to.match(/^TOO_LARGE /);
    expect(await pull({ mediaType, ...blob })).to.match(/^BAD_ANSWER .* a document that is not JSON$/);
  });
});
