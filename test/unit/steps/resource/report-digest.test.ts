import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import { reportDigest } from '../../../../src/steps/resource/report-digest.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const TWO = JSON.stringify({ manifests: [{ digest: DIGEST }, { digest: DIGEST }] });

/** The layout's index, and the expected digest. */
const REPORTED: Readonly<Record<string, readonly [index: string, digest: string]>> = {
  'the one image': [JSON.stringify({ schemaVersion: 2, manifests: [{ digest: DIGEST, size: 1 }] }), DIGEST],
  'the index of several': [TWO, `sha256:${createHash('sha256').update(TWO).digest('hex')}`],
};

const REFUSED: Readonly<Record<string, readonly [index: string, why: RegExp]>> = {
  'no JSON': ['{', /index\.json is not the index of an OCI image layout/],
  'no list': ['{"manifests": {}}', /index\.json is not the index of an OCI image layout/],
  'no digest': ['{"manifests": [{}]}', /index\.json has a manifest without a valid digest/],
  'an odd digest': ['{"manifests": [{"digest": "$(x)"}]}', /index\.json has a manifest without a valid digest/],
};

/** Makes what a step can put in place of the index. */
const NO_FILES: Readonly<Record<string, (name: string) => void>> = {
  'a pipe': (name) => void execFileSync('mkfifo', [name]),
  'a directory': (name) => mkdirSync(name),
  'a large file': (name) => {
    writeFileSync(name, '');
    truncateSync(name, 4_194_305);
  },
};

describe('resource digest', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-digest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const report = async (index: string | undefined, url = 'registry.example.com/app'): Promise<void> => {
    if (index !== undefined) writeFileSync(path.join(folder, 'index.json'), index);
    const request = { directory: folder, url, digestFile: at('digest'), urlFile: at('url') };
    const signal = new AbortController().signal;
    await reportDigest(request, { environment: {}, redaction: makeRedaction(), signal, log: () => undefined });
  };
  const at = (name: string): string => path.join(folder, name);

  for (const [which, [index, digest]] of Object.entries(REPORTED)) {
    it(`reports the digest of ${which}`, async () => {
      await report(index);
      expect([readFileSync(at('digest'), 'utf8'), readFileSync(at('url'), 'utf8')]).to.deep.equal([
        digest,
        'registry.example.com/app',
      ]);
    });
  }

  it('reports nothing without a layout', async () => {
    await report(undefined);
    expect([existsSync(at('digest')), existsSync(at('url'))]).to.deep.equal([false, false]);
  });

  it('reports no URL if the URL is empty', async () => {
    await report(JSON.stringify({ manifests: [{ digest: DIGEST }] }), '');
    expect([existsSync(at('digest')), existsSync(at('url'))]).to.deep.equal([true, false]);
  });

  for (const [which, [index, why]] of Object.entries(REFUSED)) {
    it(`refuses an invalid layout: ${which}`, async () => {
      const error: unknown = await report(index).catch((reason: unknown) => reason);
      expect(String(error)).to.match(why);
    });
  }

  for (const [which, make] of Object.entries(NO_FILES)) {
    it(`refuses ${which} as the index`, async () => {
      make(at('index.json'));
      const error: unknown = await report(undefined).catch((reason: unknown) => reason);
      expect(String(error)).to.match(/index\.json is not a file of at most 4194304 bytes/);
    });
  }
});
