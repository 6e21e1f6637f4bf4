import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { releaseNode } from '../images/node-binaries.mjs';
import { referenceTo, withRegistries } from '../images/registries.mjs';
import { OWN_ARCHITECTURE } from '../images/run-node.mjs';
import { contentSigner } from '../signing.mjs';
import { withSignature } from './assemble-release.mjs';
import { buildRelease } from './build-release.mjs';
import { BUNDLE, INDEX, SIGNATURE, SUMS } from './file-names.mjs';
import { pushRelease } from './push-release.mjs';
import { cloneOf, readState, stateProblems, versionProblems } from './release-state.mjs';
import { signImages } from './signatures.mjs';

/** Makes a release in the Node of releases, whose compression and compile caches a release contains. Returns the exit code. */
export async function make(options) {
  refuseOtherFiles(options.directory);
  const { version, file } = releaseNode(OWN_ARCHITECTURE);
  if (process.versions.node === version) return makeHere(options);
  const { status } = spawnSync(file, [process.argv[1], ...options.args], { stdio: 'inherit' });
  return status ?? 1;
}

async function makeHere({ version, registry, directory, mode, keyFile }) {
  referenceTo(`${registry}/steps:${version}`, '--registry');
  const key = keyFile === undefined ? undefined : privateKey(keyFile);
  // Reads the key before the push, because an invalid key would leave pushed images without a signature.
  const sign = key === undefined ? undefined : await contentSigner(key);
  const state = readState();
  const kind = mode === 'draft' ? 'draft' : 'release';
  refuseState(version, state, mode);
  const built = await buildRelease({ version, kind, registry, ...cloneOf(state) }, (step) =>
    console.error(`taskpack: ${step}`),
  );
  const release = sign === undefined ? built : withSignature(built, sign);
  write(release.files, directory);
  for (const { reference, root } of release.images)
    console.log(`${mode === 'push' ? 'pushing' : 'would push'} ${reference}@${root.digest}`);
  if (mode === 'push') await withRegistries((client) => publish(client, release, key));
  return 0;
}

function privateKey(file) {
  return { key: readFileSync(file, 'utf8'), password: process.env.COSIGN_PASSWORD ?? '' };
}

/** A draft can have another state than that of its version's release. */
function refuseState(version, state, mode) {
  const [wrong, doubtful] = [versionProblems(version, state), stateProblems(version, state)];
  for (const problem of mode === 'draft' ? doubtful : []) console.error(`warning: ${problem}`);
  const problems = mode === 'draft' ? wrong : [...wrong, ...doubtful];
  if (problems.length > 0) throw new Error(problems.join('\nerror: '));
}

async function publish(client, release, key) {
  for (const name of await pushRelease(client, release)) console.log(`pushed ${name}`);
  if (key === undefined) return;
  await signImages(client, release, key);
  console.log('signed the images');
}

/** Making a release replaces the files of an earlier one. Anything else in the directory can be the only copy of a user's data. */
function refuseOtherFiles(directory) {
  const others = existsSync(directory) ? otherNames(directory) : [];
  if (others.length > 0)
    throw new Error(
      `${directory} has other files than those of a release, such as ${others[0]}: use an empty directory`,
    );
}

function otherNames(directory) {
  const released = releasedNames(path.join(directory, INDEX));
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => !entry.isFile() || !released.includes(entry.name)).map(({ name }) => name);
}

/** Returns the names of a release's files, as its release.json lists them. */
function releasedNames(file) {
  try {
    const { name, files } = JSON.parse(readFileSync(file, 'utf8'));
    return name === 'taskpack' ? [...files.map((one) => one.name), INDEX, SUMS, SIGNATURE, BUNDLE] : [];
  } catch {
    return [];
  }
}

/** Replaces the files of a release. A user can have added files since the first check. */
function write(files, directory) {
  refuseOtherFiles(directory);
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) rmSync(path.join(directory, name));
  for (const [name, content] of files) {
    writeFileSync(path.join(directory, name), content);
    console.log(path.join(directory, name));
  }
}
