import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../../src/clients/http/redaction.ts';
import type { SourceInputs } from '../../../../../src/core/model/build-inputs.ts';
import { blobCredentials } from '../../../../../src/steps/prepare/blob/credentials.ts';
import type { PrepareDependencies } from '../../../../../src/steps/prepare/dependencies.ts';

/** Annotations, and URLs to which the login is sent. */
const SENT: readonly (readonly [annotation: string, url: string])[] = [
  ['blobs.example.com', 'https://blobs.example.com/app.zip'],
  ['blobs.example.com', 'https://blobs.example.com:443/app.zip'],
  ['Blobs.Example.com', 'https://blobs.example.com/app.zip'],
  ['blobs.example.com:8443', 'https://blobs.example.com:8443/app.zip'],
  ['https://blobs.example.com', 'https://blobs.example.com/app.zip?x=1'],
  ['https://blobs.example.com/', 'https://blobs.example.com/team/app.zip'],
  ['http://blobs.example.com', 'http://blobs.example.com/app.zip'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/app.zip'],
  ['http://[fd00::1]:8080', 'http://[fd00::1]:8080/app.zip'],
  ['[fd00::1]', 'https://[fd00::1]/app.zip'],
];

/** Annotations, and URLs to which the login is not sent. */
const WITHHELD: readonly (readonly [annotation: string, url: string])[] = [
  ['blobs.example.com', 'http://blobs.example.com/app.zip'],
  ['blobs.example.com', 'http://blobs.example.com:443/app.zip'],
  ['blobs.example.com', 'https://blobs.example.com:8443/app.zip'],
  ['blobs.example.com', 'https://blobs.example.com.evil.test/app.zip'],
  ['blobs.example.com', 'https://other.example.com/app.zip'],
  ['blobs.example.com', 'https://blobs.example.com@evil.test/app.zip'],
  ['blobs.example.com:80', 'http://blobs.example.com/app.zip'],
  ['https://blobs.example.com', 'http://blobs.example.com/app.zip'],
  ['http://blobs.example.com', 'https://blobs.example.com/app.zip'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8081/app.zip'],
  ['https://blobs.example.com/team', 'https://blobs.example.com/team/app.zip'],
  ['https://me@blobs.example.com', 'https://blobs.example.com/app.zip'],
  ['ftp://blobs.example.com', 'https://blobs.example.com/app.zip'],
  ['', 'https://blobs.example.com/app.zip'],
  ['//', 'https://blobs.example.com/app.zip'],
];

describe('the login for a blob', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'blob-login-'));
    writeFileSync(path.join(folder, 'bearer'), 'tok-en');
  });
  after(() => rmSync(folder, { recursive: true }));

  const login = async (server: string, url: string): Promise<unknown> => {
    const source: Extract<SourceInputs, { kind: 'blob' }> = {
      kind: 'blob',
      url,
      stripComponents: 0,
      authentication: 'secret',
    };
    const inputs = { source: [{ kind: 'blob', server, path: folder }] } as unknown as Parameters<
      typeof blobCredentials
    >[2];
    const dependencies = { redaction: makeRedaction() } as PrepareDependencies;
    return blobCredentials(source, new URL(url), inputs, dependencies);
  };

  for (const [annotation, url] of SENT) {
    it(`of ${annotation} is sent to ${url}`, async () => {
      expect(await login(annotation, url)).to.deep.equal({ authorization: 'Bearer tok-en' });
    });
  }

  for (const [annotation, url] of WITHHELD) {
    it(`of ${annotation === '' ? 'nothing' : annotation} is not sent to ${url}`, async () => {
      const failure = await login(annotation, url).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.include({ code: 'CredentialsInvalid' });
    });
  }

  it('is asked for by the annotation that the Secret needs', async () => {
    const messages: string[] = [];
    for (const url of [
      'https://blobs.example.com/a',
      'http://blobs.example.com/a',
      'https://blobs.example.com:8443/a',
    ]) {
      await login('example.org', url).catch(
        (error: unknown) => void messages.push(error instanceof Error ? error.message : ''),
      );
    }
    expect(messages).to.deep.equal([
      'the ServiceAccount has no Secret for blobs at https://blobs.example.com: add one with the annotation kpack.io/blob: blobs.example.com, or set blob.auth to none',
      'the ServiceAccount has no Secret for blobs at http://blobs.example.com: add one with the annotation kpack.io/blob: http://blobs.example.com (a host alone means HTTPS on port 443), or set blob.auth to none',
      'the ServiceAccount has no Secret for blobs at https://blobs.example.com:8443: add one with the annotation kpack.io/blob: https://blobs.example.com:8443 (a host alone means HTTPS on port 443), or set blob.auth to none',
    ]);
  });
});
