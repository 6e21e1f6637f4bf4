import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { COMPRESSED_TARS } from '../../../support/archives/compressed-tars.ts';
import { tarBytes } from '../../../support/archives/tar-bytes.ts';
import { zipBytes } from '../../../support/archives/zip-bytes.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { startBlobServer, type BlobServer, type BlobServerOptions } from '../../../cluster/sources/blob-server.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn, treeListing } from './tree-listing.ts';

type Blob = Extract<SourceInputs, { kind: 'blob' }>;

function source(url: string, rest: Partial<Blob> = {}): Blob {
  return { kind: 'blob', url, stripComponents: 0, authentication: 'none', ...rest };
}

const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('prepare: a blob', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const servers: BlobServer[] = [];
  let large: Buffer;

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    const content = randomBytes(50_000).toString('hex');
    large = await tarBytes([
      { name: 'top/f', content },
      { name: 'top/run', content: '#!/bin/sh', mode: 0o755 },
    ]);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  const serve = async (blob: Buffer, options?: BlobServerOptions): Promise<BlobServer> => {
    const server = await startBlobServer(blob, options);
    servers.push(server);
    return server;
  };
  const withSecret = async (
    { url }: BlobServer,
    keys: Readonly<Record<string, string>>,
    server = url,
  ): Promise<Prepared> => {
    const { folder } = await build();
    const path = mountSecret(folder, 'blob', keys);
    const credentials = { source: [{ kind: 'blob', server, path }] } as const;
    return build({ folder, source: source(`${url}/f`, { authentication: 'secret' }), credentials });
  };

  it('unpacks to the same tree each time, and its origin is recorded', async () => {
    const { url } = await serve(large);
    const [one, other] = [
      await build({ source: source(`${url}/f.tar?x=1`) }),
      await build({ source: source(`${url}/f.tar?x=1`) }),
    ];
    expect(one.errors).to.deep.equal([]);
    expect(treeListing(one.at('workspace'))).to.deep.equal(treeListing(other.at('workspace')));
    expect(treeListing(one.at('workspace')).map((line) => line.split(' ', 3).join(' '))).to.deep.equal([
      'top 40755 315532801000',
      'top/f 100644 315532801000',
      'top/run 100755 315532801000',
    ]);
    expect(readFileSync(one.at('metadata', 'project-metadata.toml'), 'utf8')).to.equal(
      `[source]\ntype = "blob"\n\n[source.metadata]\nurl = "${url}/f.tar"\n\n[source.version]\nsha256sum = "${sum(large)}"\n`,
    );
    expect(one.log.join('\n'))
      .to.include(`Downloading ${url.slice(7)}/f.tar...`)
      .and.not.to.include('x=1');
  });

  for (const [what, login, header] of [
    ['a user and a password', 'me:pass%20word', 'me:pass word'],
    ['a user alone', 'token-of-a-user', 'token-of-a-user:'],
    ['a password alone', ':pass%20word', ':pass word'],
  ] as const) {
    it(`is fetched with ${what} in its URL, which is stored nowhere and reaches no other server`, async () => {
      const authorization = `Basic ${Buffer.from(header).toString('base64')}`;
      const { url } = await serve(large, { authorization });
      const prepared = await build({ source: source(`${url.replace('//', `//${login}@`)}/f.tar`) });
      expect(prepared.errors).to.deep.equal([]);
      const text = [...prepared.log, readFileSync(prepared.at('metadata', 'project-metadata.toml'), 'utf8')].join('\n');
      expect(text).not.to.match(/pass(?: |%20)word|token-of-a-user/);
      const target = await serve(large);
      const first = await serve(large, { location: `${target.url}/f.tar` });
      const moved = await build({ source: source(`${first.url.replace('//', `//${login}@`)}/f.tar`) });
      expect(moved.errors).to.deep.equal([]);
      expect([first.heard, target.heard]).to.deep.equal([[{ authorization }], [{}]]);
    });
  }

  it('is fetched with the Secret if there is one, whatever login its URL has', async () => {
    const authorization = `Basic ${Buffer.from('me:right').toString('base64')}`;
    const { url } = await serve(large, { authorization });
    const { folder } = await build();
    const path = mountSecret(folder, 'blob', { username: 'me', password: 'right' });
    const one = source(`${url.replace('//', '//me:wrong@')}/f`, { authentication: 'secret' });
    const prepared = await build({
      folder,
      source: one,
      credentials: { source: [{ kind: 'blob', server: url, path }] },
    });
    expect(prepared.errors).to.deep.equal([]);
  });

  it('is refused if the login in its URL is not percent-encoded, without a word of the login', async () => {
    const { code, errors } = await build({ source: source('http://me:50%off@127.0.0.1/f') });
    expect(code).to.equal(24);
    expect(errors.join(''))
      .to.match(/write % as %25/)
      .and.not.include('off');
  });

  it('is named as it was written, without the parts that may be secret', async () => {
    const { url } = await serve(large);
    const host = url.slice('http://'.length);
    for (const [asked, named] of [
      [`${url}/a/../f%2Btar`, `${url}/a/../f%2Btar`],
      [`http://me:hidden-word@${host}/f.tar?signature=SECRET`, `${url}/f.tar`],
    ] as const) {
      const { errors, at, log } = await build({ source: source(asked) });
      expect(errors).to.deep.equal([]);
      expect(readFileSync(at('metadata', 'project-metadata.toml'), 'utf8')).to.include(`url = "${named}"\n`);
      expect(log.join('\n')).not.to.match(/SECRET|hidden-word/);
    }
  });

  it('can be in any supported format, whatever its name', async () => {
    const zip = zipBytes([
      { name: 'run.sh', content: '#!/bin/sh\n', mode: 0o100755 },
      { name: 'a/x', content: 'hello\n', mode: 0o100644 },
    ]);
    const blobs = [zip, ...Object.values(COMPRESSED_TARS).map((text) => Buffer.from(text, 'base64'))];
    const listings: (readonly string[])[] = [];
    for (const blob of blobs) {
      const { url } = await serve(blob);
      listings.push(treeListing((await build({ source: source(`${url}/blob`) })).at('workspace')));
    }
    expect(listings).to.have.length(4);
    for (const listing of listings) expect(listing).to.deep.equal(listings[0]);
  });

  it('is decoded once if the server says so, as by Go, and not by anything that the content contradicts', async () => {
    const [gzip, zip] = [gzipSync(large), zipBytes([{ name: 'top/f', content: 'x' }])];
    for (const [encoding, sent, digest] of [
      ['gzip', gzip, sum(large)],
      ['GZIP', gzipSync(gzip), sum(gzip)],
      ['gzip', gzipSync(zip), sum(zip)],
      ['x-gzip', gzip, sum(gzip)],
      // The header of a stored object can be wrong, or name the compression of the archive itself.
      ['gzip', zip, sum(zip)],
      ['br', gzip, sum(gzip)],
      ['aws-chunked', large, sum(large)],
    ] as const) {
      const { url } = await serve(sent, { encoding, ...(encoding === 'GZIP' && { breaksAfter: sent.length - 10 }) });
      for (const version of [undefined, { kind: 'sha256', digest }, { kind: 'sha256', digest: sum(sent) }] as const) {
        const prepared = await build({ source: source(`${url}/f`, version === undefined ? {} : { version }) });
        expect(prepared.errors, encoding).to.deep.equal([]);
        expect(filesIn(prepared.at('workspace'))).to.include('top/f');
        expect(readFileSync(prepared.at('metadata', 'project-metadata.toml'), 'utf8')).to.include(digest);
      }
    }
    const { url } = await serve(Buffer.from('something else'), { encoding: 'br' });
    const { errors } = await build({ source: source(`${url}/f`) });
    expect(errors.join()).to.include(
      'the server sends the source with the Content-Encoding "br", which is not supported',
    );
  });

  it('is stripped of leading directories and then limited to the sub path', async () => {
    const { url } = await serve(
      await tarBytes([
        { name: 'a/b/c/f', content: 'x' },
        { name: 'a/other', content: 'x' },
      ]),
    );
    const prepared = await build({
      source: source(`${url}/f`, { stripComponents: 1 }),
      application: { subPath: 'b/c' },
    });
    expect(filesIn(prepared.at('workspace'))).to.deep.equal(['f']);
  });

  it('is only the version that the Build is for', async () => {
    const digest = createHash('sha256').update(large).digest('hex');
    const { url } = await serve(large);
    for (const version of [{ kind: 'etag', tag: '1' } as const, { kind: 'sha256', digest } as const]) {
      const { errors } = await build({ source: source(`${url}/f`, { version }) });
      expect(errors, version.kind).to.deep.equal([]);
    }
    for (const [version, found] of [
      [{ kind: 'etag', tag: '2' }, 'the server has the ETag "1"'],
      [{ kind: 'sha256', digest: 'a'.repeat(64) }, `the server has sha256:${digest}`],
    ] as const) {
      const { code, errors, at } = await build({ source: source(`${url}/f`, { version }) });
      expect(code, version.kind).to.equal(37);
      expect(errors.join('')).to.include(found);
      expect(filesIn(at('workspace'))).to.deep.equal([]);
    }
  });

  it('is not another version that the server sends after a break', async () => {
    const { url } = await serve(large, { breaksAfter: 9_000, next: Buffer.from('another blob') });
    const { code } = await build({ source: source(`${url}/f`, { version: { kind: 'etag', tag: '1' } }) });
    expect(code).to.equal(37);
  });

  it('continues as long as data arrives, however often connections break', async () => {
    const server = await serve(large, { breaksAfter: 9_000 });
    const prepared = await build({ source: source(`${server.url}/f`) });
    expect(prepared.errors).to.deep.equal([]);
    expect(server.heard.length).to.be.above(10);
  });

  it('resumes after a broken connection', async () => {
    const server = await serve(large, { breaksAfter: 30_000 });
    const prepared = await build({ source: source(`${server.url}/f`) });
    expect(prepared.errors).to.deep.equal([]);
    const ranges = server.heard.map(({ range }) => Number(/\d+/.exec(range ?? '')?.[0] ?? 0));
    expect(ranges.length).to.be.above(2);
    expect(ranges).to.deep.equal(ranges.toSorted((a, b) => a - b));
    expect(ranges.at(-1)).to.be.above(50_000);
    expect(readFileSync(prepared.at('metadata', 'project-metadata.toml'), 'utf8')).to.include(
      createHash('sha256').update(large).digest('hex'),
    );
  });

  it('restarts if the blob has changed meanwhile', async () => {
    const next = await tarBytes([{ name: 'new', content: 'new' }]);
    const server = await serve(large, { breaksAfter: 30_000, next });
    const prepared = await build({ source: source(`${server.url}/f`) });
    expect(prepared.errors).to.deep.equal([]);
    expect(filesIn(prepared.at('workspace'))).to.deep.equal(['new']);
    expect(prepared.code).to.equal(0);
  });

  it('fails if connections break without progress', async () => {
    const { url } = await serve(large, { breaksAfter: 10_000, hasNoRanges: true });
    const prepared = await build({ source: source(`${url}/f`) });
    expect(prepared.code).to.equal(31);
    expect(prepared.errors.join('')).to.match(/^ERROR: cannot connect to 127.0.0.1:\d+ \(\w+\): /);
  });

  for (const [status, code, words] of [
    [404, 20, /there is no blob at http/],
    [403, 21, /denies access to .* \(status 403\)/],
    [503, 32, /is unavailable \(status 503\)/],
    [204, 20, /did not return a blob \(status 204\)/],
  ] as const) {
    it(`fails with the server's error: ${status}`, async () => {
      const { url } = await serve(large, { status });
      const prepared = await build({ source: source(`${url}/f?signature=SECRET`) });
      expect(prepared.code).to.equal(code);
      expect(prepared.errors.join('')).to.match(words).and.not.to.include('SECRET');
    });
  }

  it('is rejected before the download if it is too large', async () => {
    const { url } = await serve(large);
    const prepared = await build({ source: source(`${url}/f`), limits: { bytes: 5000, entries: 10 } });
    expect([prepared.code, ...prepared.errors]).to.deep.equal([
      26,
      'ERROR: the source has more than 5000 bytes, the limit of SOURCE_MAX_BYTES: make the source smaller or have the limit raised',
    ]);
  });

  it('is refused if it is not an archive', async () => {
    const { url } = await serve(Buffer.from('<html>'));
    const prepared = await build({ source: source(`${url}/f`) });
    expect(prepared.code).to.equal(25);
  });

  describe('with credentials', () => {
    for (const [what, keys, authorization] of [
      [
        'name and password',
        { username: 'me', password: 'hidden-word' },
        `Basic ${Buffer.from('me:hidden-word').toString('base64')}`,
      ],
      ['a bearer', { bearer: 'tok-en' }, 'Bearer tok-en'],
      ['an authorization', { authorization: 'Custom abc' }, 'Custom abc'],
    ] as const) {
      it(`sends ${what}`, async () => {
        const prepared = await withSecret(await serve(large, { authorization }), keys);
        expect(prepared.errors).to.deep.equal([]);
        expect(prepared.code).to.equal(0);
      });
    }

    it('sends no credentials to another server', async () => {
      const other = await serve(large);
      const first = await serve(large, { location: `${other.url}/blob` });
      const prepared = await withSecret(first, { bearer: 'tok-en' });
      expect(prepared.errors).to.deep.equal([]);
      expect(first.heard).to.deep.equal([{ authorization: 'Bearer tok-en' }]);
      expect(other.heard).to.deep.equal([{}]);
    });

    for (const [what, keys, server, words] of [
      [
        'two ways in one Secret',
        { bearer: 'a', authorization: 'b' },
        undefined,
        /Secret blob must have exactly one of/,
      ],
      ['no way in the Secret', {}, undefined, /Secret blob must have exactly one of/],
      ['a line end in the Secret', { bearer: 'a\r\nx: y' }, undefined, /Secret blob must have exactly one of/],
      [
        'no Secret for the host',
        { bearer: 'a' },
        'example.com',
        /the ServiceAccount has no Secret for blobs at http:\/\/127\.0\.0\.1:\d+/,
      ],
      [
        'a Secret for HTTPS on the same host',
        { bearer: 'a' },
        '127.0.0.1',
        /add one with the annotation kpack\.io\/blob: http:\/\/127\.0\.0\.1:\d+ \(a host alone means HTTPS on port 443\)/,
      ],
      [
        'a Secret for another port of the same host',
        { bearer: 'a' },
        'http://127.0.0.1:1',
        /the ServiceAccount has no Secret for blobs at http:\/\/127\.0\.0\.1:\d+/,
      ],
    ] as const) {
      it(`rejects ${what}`, async () => {
        const target = await serve(large);
        const prepared = await withSecret(target, keys, server);
        expect(prepared.code).to.equal(10);
        expect(prepared.errors.join('')).to.match(words);
        expect(target.heard).to.deep.equal([]);
      });
    }
  });
});
