import { isSigned } from '../../signing.mjs';
import { byBytes } from '../byte-order.mjs';
import { readChecksums, sha256 } from '../checksums.mjs';
import { chartName, executableName, IMAGES, INDEX, npmName, SIGNATURE, SUMS } from '../file-names.mjs';
import { contentOf } from '../json-file.mjs';
import { releaseIndex, sbomNames } from '../release-index.mjs';
import { equal, equalNames, equalText } from './equal.mjs';

/**
 * Returns the claims on the files: a fixed set, of the clone's commit, with these checksums. release.json is what follows from the other
 * files.
 */
export function fileClaims(release) {
  const { files, index, clone } = release;
  const sums = readChecksums(files.get(SUMS));
  return [
    { claim: 'commit', check: () => equal(index.commit, clone.commit, `the commit in ${INDEX}`) },
    { claim: 'files of the release', check: () => equalNames(fileNames(release), expectedNames(release)) },
    { claim: `files of ${SUMS}`, check: () => checkSums(contentOf(files, SUMS), sums, expectedNames(release, [SUMS])) },
    ...[...sums].map(([name, sum]) => ({
      claim: `checksum of ${name}`,
      check: () => equal(sha256(contentOf(files, name)), sum, `the SHA-256 of ${name}`),
    })),
    { claim: `content of ${INDEX}`, check: () => equalText(contentOf(files, INDEX), expectedIndex(release)) },
  ];
}

/** SHA256SUMS has a line for each file and nothing else. A second line for a file could have another checksum. */
function checkSums(content, sums, names) {
  equalNames([...sums.keys()], names);
  equalText(
    content,
    names
      .toSorted(byBytes)
      .map((name) => `${sums.get(name)}  ${name}\n`)
      .join(''),
  );
}

/** Returns the claim that the directory has regular files only. `irregular` are the names of anything else. */
export function kindsClaim(irregular) {
  return {
    claim: 'kinds of files',
    check: () => {
      if (irregular.length > 0)
        throw new Error(`not regular files: ${irregular.map((name) => JSON.stringify(name)).join(', ')}`);
    },
  };
}

/** Returns the claim that the signature is base64 and nothing else, so that it hides no other text. */
export function signatureFormClaim(files) {
  return {
    claim: `form of ${SIGNATURE}`,
    check: () => {
      const text = contentOf(files, SIGNATURE).toString('latin1');
      if (text === '' || Buffer.from(text, 'base64').toString('base64') !== text)
        throw new Error('it is not a signature in base64 without other text');
    },
  };
}

/** Returns the claim that a key signed SHA256SUMS, and with it all files. */
export function checksumsClaim(files, publicKey) {
  return {
    claim: `signature of ${SUMS}`,
    check: () => {
      const signature = contentOf(files, SIGNATURE).toString();
      if (!isSigned(contentOf(files, SUMS), signature, publicKey)) throw new Error('the key did not sign this file');
    },
  };
}

function fileNames({ files }) {
  return [...files.keys()].filter((name) => name !== SIGNATURE);
}

function expectedNames({ version, facts, generated, subjects }, others = []) {
  const names = [
    IMAGES,
    ...generated.keys(),
    chartName(version),
    npmName(version),
    ...Object.keys(facts.checksums).map((architecture) => executableName(version, architecture)),
    ...subjects.flatMap(({ name }) => sbomNames(name)),
    INDEX,
    SUMS,
  ];
  return names.filter((name) => !others.includes(name));
}

function expectedIndex({ files, facts, images, subjects }) {
  const listed = [...files].filter(([name]) => ![INDEX, SUMS, SIGNATURE].includes(name));
  return releaseIndex(facts, images, subjects, listed);
}
