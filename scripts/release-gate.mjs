// The gate between push and publish: compares the files of a release with the registry and with this clone. Prints each fault, and exits
// with 1 if there is one. Needs cosign. Arguments: VERSION REGISTRY PUBLIC_KEY_FILE [DIR].
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { IMAGE_NAMES } from './images/platform-images.mjs';
import { referenceTo, withRegistries } from './images/registries.mjs';
import { checksums, sha256 } from './release/checksums.mjs';
import { chartName, executableName, IMAGES, INDEX, SIGNATURE, SUMS } from './release/file-names.mjs';
import { generatedFiles } from './release/generated-files.mjs';
import { CHART_IMAGE, chartArchive, chartImage } from './release/helm-chart.mjs';
import { ARCHITECTURES, platformName } from './release/image-index.mjs';
import { imagesArchive } from './release/images-archive.mjs';
import { contentOf, readJsonFile } from './release/json-file.mjs';
import { cloneOf, readState } from './release/release-state.mjs';
import { signedImages } from './release/signatures.mjs';
import { ROOT } from './root.mjs';

const [version, registry, publicKey, directory = path.join(ROOT, 'dist/release', version)] = process.argv.slice(2);
const files = new Map(readdirSync(directory).map((name) => [name, readFileSync(path.join(directory, name))]));
const index = readJsonFile(files, INDEX);
const clone = cloneOf(readState());

const pulled = [];
const faults = [
  ...(await faultsOf([[INDEX, checkIndex], ...fileChecks(), ...signedImages(files).flatMap(signatureChecks)])),
  ...(await withRegistries((client) => faultsOf(index.images.map((image) => pullCheck(client, image))))),
  ...(pulled.length < index.images.length ? [] : await faultsOf([fileCheck(IMAGES, imagesArchive(pulled))])),
];
for (const fault of faults) console.error(`failed: ${fault}`);
if (faults.length === 0) console.log(`the release in ${directory} can be published`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Runs checks, `[subject, check]`, and returns the faults of those that throw. */
async function faultsOf(checks) {
  const found = [];
  for (const [subject, check] of checks) {
    try {
      await check();
    } catch (error) {
      found.push(`${subject}: ${error.message}`);
    }
  }
  return found;
}

function equal(actual, expected) {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`found ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}

/** Throws unless the index names this version, registry and commit, and the four images. */
function checkIndex() {
  equal([index.version, index.registry, index.commit, index.draft], [version, registry, clone.commit, undefined]);
  const images = index.images.map(({ name, reference }) => [name, reference]);
  const expected = [...IMAGE_NAMES, 'tasks', CHART_IMAGE].map((name) => [name, `${registry}/${name}:${version}`]);
  equal(images, expected);
}

/** The files have their checksums, the key signed these, and this clone generates the YAML, chart, Krew and Homebrew files. */
function fileChecks() {
  const digests = Object.fromEntries(index.images.map(({ name, digest }) => [name, digest]));
  const sumOf = (architecture) => sha256(contentOf(files, executableName(version, architecture)));
  const facts = {
    ...clone,
    version,
    registry,
    digests: Object.fromEntries(IMAGE_NAMES.map((name) => [name, digests[name]])),
    checksums: Object.fromEntries(ARCHITECTURES.map((architecture) => [architecture, sumOf(architecture)])),
  };
  const chart = chartName(version);
  const signed = ['--signature', path.join(directory, SIGNATURE), path.join(directory, SUMS)];
  return [
    fileCheck(SUMS, checksums(files)),
    [SIGNATURE, () => cosign('verify-blob', ...signed)],
    ...[...generatedFiles(facts)].map(([name, content]) => fileCheck(name, content)),
    // Another Node compresses differently.
    fileCheck(chart, gunzipSync(chartArchive(facts)), gunzipSync),
    [CHART_IMAGE, () => equal(digests[CHART_IMAGE], chartImage(contentOf(files, chart)).manifest.digest)],
  ];
}

function fileCheck(name, expected, read = (content) => content) {
  const check = () => {
    if (!read(contentOf(files, name)).equals(Buffer.from(expected))) throw new Error('the file has another content');
  };
  return [name, check];
}

/** The tag leads to the image, which has these platforms. Keeps what `imagesArchive` reads. The client verifies all digests. */
function pullCheck(client, { name, reference, digest, platforms }) {
  const place = referenceTo(reference);
  const blob = async (one) => ({ ...one, content: await buffer(client.blob(place, one)) });
  const manifest = async (one) => {
    const { bytes: content, ...rest } = await client.manifest({ ...place, ...one });
    return { ...rest, content };
  };
  const platformImage = async (one) => {
    const { config, layers } = one.json;
    return { manifest: one, config: await blob(config), layers: await Promise.all(layers.map(blob)) };
  };
  const check = async () => {
    const required = IMAGE_NAMES.includes(name) ? ARCHITECTURES : [];
    equal(
      platforms.map(({ platform }) => platform),
      required.map((architecture) => platformName({ os: 'linux', architecture })),
    );
    const root = await manifest({});
    equal(root.digest, digest);
    const listed = root.json.manifests ?? [];
    const pushed = listed.map((one) => ({ platform: platformName(one.platform), digest: one.digest }));
    equal(pushed, platforms);
    const manifests = listed.map((one) => manifest({ tag: undefined, digest: one.digest }));
    const images = await Promise.all(listed.length === 0 ? [root] : manifests);
    pulled.push({ name, reference, root, images: await Promise.all(images.map(platformImage)) });
  };
  return [reference, check];
}

/** The key signed the image, and attested each document as the files have it. */
function signatureChecks({ reference, predicates: { provenance, spdx, cyclonedx } }) {
  const attested = async (type, predicate) => {
    const lines = (await cosign('verify-attestation', '--type', type, reference)).trim().split('\n');
    const found = lines.map((line) => JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64')).predicate);
    if (!found.every((one) => isDeepStrictEqual(one, predicate))) throw new Error('another document is attested');
  };
  return [
    [`signature of ${reference}`, () => cosign('verify', reference)],
    [`provenance of ${reference}`, () => attested('slsaprovenance1', provenance)],
    [`SPDX document of ${reference}`, () => attested('spdxjson', spdx)],
    [`CycloneDX document of ${reference}`, () => attested('cyclonedx', cyclonedx)],
  ];
}

/** Runs cosign. Rejects with the last line of its errors. */
async function cosign(command, ...args) {
  const options = [command, '--key', publicKey, '--insecure-ignore-tlog=true', ...args];
  try {
    return (await promisify(execFile)('cosign', options, { maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    throw new Error(error.stderr?.trim().split('\n').at(-1) || error.message, { cause: error });
  }
}
