import { createHash } from 'node:crypto';
import { byBytes } from '../byte-order.mjs';

/** Returns the claims on the files: SHA256SUMS and release.json list each with its hash. */
export function fileClaims({ version, files, index }) {
  const sums = parsedChecksums(files.get('SHA256SUMS'));
  const listed = new Map(index.files.map((file) => [file.name, file]));
  const others = [...files.keys()].filter((name) => name !== 'SHA256SUMS').toSorted(byBytes);
  return [
    { claim: 'version', check: () => equal(index.version, version, 'the version in release.json') },
    { claim: 'provenance', check: () => checkProvenance(contentOf(files, 'provenance.json'), index) },
    { claim: 'files of SHA256SUMS', check: () => equalNames([...sums.keys()], others) },
    {
      claim: 'files of release.json',
      check: () =>
        equalNames(
          [...listed.keys()],
          others.filter((name) => name !== 'release.json'),
        ),
    },
    ...[...sums].map(([name, sum]) => ({
      claim: `checksum of ${name}`,
      check: () => equal(sha256(contentOf(files, name)), sum, `the SHA-256 of ${name}`),
    })),
    ...[...listed].map(([name, { size, sha256: hash }]) => ({
      claim: `hash of ${name} in release.json`,
      check: () => {
        const content = contentOf(files, name);
        equal(content.length, size, `the size of ${name}`);
        equal(sha256(content), hash, `the SHA-256 of ${name}`);
      },
    })),
  ];
}

function checkProvenance(content, { version, registry, commit }) {
  const { externalParameters, resolvedDependencies } = JSON.parse(content.toString()).buildDefinition;
  equal(externalParameters.version, version, 'the version');
  equal(externalParameters.registry, registry, 'the registry');
  equal(resolvedDependencies[0]?.digest.gitCommit, commit, 'the commit');
}

/** Throws a sentence unless the values are equal. */
export function equal(actual, expected, name) {
  if (actual !== expected) throw new Error(`${name} is ${actual}, not ${expected}`);
}

/** Returns the content of a file. Throws a sentence if the release has no such file. */
export function contentOf(files, name) {
  const content = files.get(name);
  if (content === undefined) throw new Error(`there is no file ${name}`);
  return content;
}

export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function parsedChecksums(content = Buffer.alloc(0)) {
  const lines = content
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, sum = '', name = line] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      return [name, sum];
    }),
  );
}

function equalNames(listed, present) {
  const missing = listed.filter((name) => !present.includes(name));
  const unlisted = present.filter((name) => !listed.includes(name));
  const faults = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
    ...(unlisted.length === 0 ? [] : [`not listed: ${unlisted.join(', ')}`]),
  ];
  if (faults.length > 0) throw new Error(`the files differ (${faults.join('; ')})`);
}
