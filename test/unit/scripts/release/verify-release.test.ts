import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { assembleRelease, withSignature } from '../../../../scripts/release/assemble-release.mjs';
import { verifyRelease } from '../../../../scripts/release/verify-release.mjs';
import { contentSigner } from '../../../../scripts/signing.mjs';
import { VERSION } from '../../../../src/settings/version.ts';
import { CLONE, smallInputs } from '../../../support/small-release.ts';
import { edit, seal, type Files } from './altered-files.ts';
import { FORGERIES } from './forgeries/forgeries.ts';

const SIGNATURE = 'signature of SHA256SUMS';

/** Alterations that leave the checksums as they were, and the claims that then do not hold. */
const ACCIDENTS: readonly (readonly [string, (files: Files) => void, readonly string[]])[] = [
  [
    'the content of a file',
    (files) => edit(files, 'release.yaml', (text) => `${text}#\n`),
    ['checksum of release.yaml', 'content of release.json', 'content of release.yaml'],
  ],
  [
    'a checksum in SHA256SUMS',
    (files) => edit(files, 'SHA256SUMS', (text) => text.replace(/^\w{64}(?= {2}taskpack\.rb$)/m, '0'.repeat(64))),
    ['checksum of taskpack.rb', SIGNATURE],
  ],
  [
    'the list of checksums',
    (files) => edit(files, 'SHA256SUMS', (text) => text.replace(/^\w{64} {2}taskpack\.rb\n/m, '')),
    ['files of SHA256SUMS', SIGNATURE],
  ],
  [
    'the presence of a file',
    (files) => files.delete('warm.yaml'),
    ['checksum of warm.yaml', 'content of release.json', 'content of warm.yaml', 'files of the release'],
  ],
  ['the presence of the signature', (files) => files.delete('SHA256SUMS.sig'), [SIGNATURE]],
  [
    'the signature',
    (files) => edit(files, 'SHA256SUMS.sig', (text) => text.replace(/.{12}$/, 'AAAAAAAAAAA=')),
    [SIGNATURE],
  ],
  [
    'the signature, by text around it',
    (files) => edit(files, 'SHA256SUMS.sig', (text) => `${text}\n!!`),
    ['form of SHA256SUMS.sig'],
  ],
  [
    'the list of checksums, by another checksum of a file',
    (files) => edit(files, 'SHA256SUMS', (text) => `${'0'.repeat(64)}  taskpack.rb\n${text}`),
    ['files of SHA256SUMS', SIGNATURE],
  ],
  [
    'the order of the checksums',
    (files) => edit(files, 'SHA256SUMS', (text) => text.split('\n').toReversed().join('\n')),
    ['files of SHA256SUMS', SIGNATURE],
  ],
  [
    'the lines of the checksums, by an empty line',
    (files) => edit(files, 'SHA256SUMS', (text) => `\n${text}`),
    ['files of SHA256SUMS', SIGNATURE],
  ],
  [
    'the set of files, by one more file',
    (files) => files.set('more.yaml', Buffer.from('')),
    ['content of release.json', 'files of the release'],
  ],
  [
    'release.json, which is cut short',
    (files) => edit(files, 'release.json', (text) => text.slice(0, 100)),
    ['release.json can be read'],
  ],
];

describe('npm run release -- verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  let original: ReadonlyMap<string, Buffer>;
  before(async () => {
    const sign = await contentSigner({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
    original = withSignature(assembleRelease(smallInputs('registry.example.com')), sign).files;
  });

  it('finds that all claims of an unaltered release hold', async () => {
    const results = await verifyRelease({ version: VERSION, files: original, clone: CLONE, publicKey: pem });
    expect(results.filter(({ reason }) => reason !== undefined)).to.deep.equal([]);
    expect(results).to.have.length.above(100);
  });

  it('tells a draft from a release', async () => {
    const draft = assembleRelease({ ...smallInputs('registry.example.com'), kind: 'draft' }).files;
    expect(await failedClaims(draft)).to.deep.equal(['release or draft']);
    expect(await failedClaims(draft, { kind: 'draft' })).to.deep.equal([]);
    expect(await failedClaims(original, { kind: 'draft' })).to.deep.equal(['release or draft']);
  });

  it('finds that the clone is not the release', async () => {
    const cloneFaults = ['the commit has no tag v0.1.0'];
    expect(await failedClaims(original, { cloneFaults })).to.deep.equal(['state of the clone']);
  });

  it('finds a release of another version', async () => {
    expect(await failedClaims(original, { version: '9.9.9' })).to.deep.equal(['version']);
  });

  it('finds a release of another commit', async () => {
    const clone = { ...CLONE, commit: 'd'.repeat(40) };
    expect(await failedClaims(original, { clone })).to.deep.equal([
      'commit',
      'commit of the provenance',
      'content of provenance.json',
      'content of release.json',
    ]);
  });

  it('finds a release of another repository, whose Krew manifest and formula name its archives', async () => {
    const clone = { ...CLONE, repository: 'https://elsewhere.example.com/taskpack' };
    expect(await failedClaims(original, { clone })).to.deep.equal([
      'build type of the provenance',
      'builder of the provenance',
      'content of provenance.json',
      'content of release.json',
      'content of taskpack.krew.yaml',
      'content of taskpack.rb',
    ]);
  });

  for (const [title, alter, failed] of ACCIDENTS) {
    it(`names the claims that an alteration breaks: ${title}`, async () => {
      expect(await failedClaims(altered(alter), { publicKey: pem })).to.deep.equal(failed);
    });
  }

  for (const { title, alter, failed } of FORGERIES) {
    it(`names the claims that an alteration with new checksums breaks: ${title}`, async () => {
      const files = altered((copy) => {
        alter(copy);
        seal(copy);
      });
      expect(await failedClaims(files, { publicKey: pem })).to.deep.equal([...failed, SIGNATURE].toSorted());
    });
  }

  /** Returns an altered copy of the release. */
  function altered(alter: (files: Files) => void): Files {
    const files = new Map(Array.from(original, ([name, content]) => [name, Buffer.from(content)]));
    alter(files);
    return files;
  }
});

async function failedClaims(files: ReadonlyMap<string, Buffer>, changed: object = {}): Promise<readonly string[]> {
  const results = await verifyRelease({ version: VERSION, files, clone: CLONE, ...changed });
  return results.flatMap(({ claim, reason }) => (reason === undefined ? [] : [claim])).toSorted();
}
