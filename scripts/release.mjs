import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { releaseNode } from './images/node-binaries.mjs';
import { OWN_ARCHITECTURE } from './images/run-node.mjs';
import { ROOT } from './root.mjs';

const USAGE = `Usage: npm run release -- VERSION --registry REGISTRY [--output DIR] [--push [--key FILE] | --draft]
       npm run release -- verify VERSION [--registry REGISTRY [--public-key FILE]] [--dir DIR]

Makes a release below DIR: images, manifests, Tasks, the npm package, executables, SBOMs and checksums. Two runs of one commit give the
same bytes, unless Debian has published newer packages. Without --push, the command pushes nothing.

  --registry REGISTRY  REGISTRY or REGISTRY/PATH of the images
  --output DIR         directory of the files (default: dist/release/VERSION)
  --push               push the images and their SBOMs to REGISTRY
  --key FILE           sign the images with this private key of cosign or of PKCS#8, and attest the provenance and SBOMs. COSIGN_PASSWORD
                       is the password of the key.
  --draft              make the files although the commit is not the release of VERSION, and warn of the reasons

"verify" checks all that the release in DIR claims, and with --registry also the images in a registry. The command prints each claim that
does not hold.

  --public-key FILE    check the signatures and attestations of the images in the registry with this public key
`;

const OF_MAKE = ['registry', 'output', 'push', 'key', 'draft'];
const OF_VERIFY = ['registry', 'dir', 'public-key'];

try {
  ensureDependencies();
  const status = await main(process.argv.slice(2));
  process.exitCode = status;
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

async function main(args) {
  const options = parsedOptions(args);
  if (options.help) console.log(USAGE);
  else if (options.command === 'verify') return verify(options);
  else return makeInReleaseNode(args, options);
  return 0;
}

function parsedOptions(args) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }];
  const known = {
    help: flag,
    registry: text,
    output: text,
    dir: text,
    key: text,
    'public-key': text,
    push: flag,
    draft: flag,
  };
  const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
  const command = positionals[0] === 'verify' ? 'verify' : 'make';
  const [version, ...more] = command === 'verify' ? positionals.slice(1) : positionals;
  if (values.help) return { help: true };
  if (version === undefined || more.length > 0) throw new Error(`name one VERSION\n\n${USAGE}`);
  refuseMistakes(command, values);
  const { 'public-key': publicKey, ...others } = values;
  return { command, version, publicKey, ...others };
}

function refuseMistakes(command, options) {
  const [own, foreign] = command === 'verify' ? [OF_VERIFY, OF_MAKE] : [OF_MAKE, OF_VERIFY];
  const mistake = foreign.find((name) => !own.includes(name) && options[name] !== undefined);
  if (mistake !== undefined) throw new Error(`--${mistake} has no effect here\n\n${USAGE}`);
  const { registry, push, draft, key } = options;
  if (options['public-key'] !== undefined && registry === undefined)
    throw new Error('--public-key checks images in a registry: add --registry REGISTRY');
  if (command === 'verify') return;
  if (registry === undefined) throw new Error('add --registry REGISTRY: release.yaml names the images there');
  if (key !== undefined && !push) throw new Error('--key signs images that are pushed: add --push');
  if (push && draft) throw new Error('a draft cannot be pushed: remove --push or --draft');
}

/** Makes a release in the Node of releases, whose compression and compile caches a release contains. */
async function makeInReleaseNode(args, options) {
  const directory = path.resolve(options.output ?? path.join(ROOT, 'dist/release', options.version));
  refuseOtherFiles(directory);
  const { version, file } = releaseNode(OWN_ARCHITECTURE);
  if (process.versions.node === version) return make({ ...options, directory });
  const { status } = spawnSync(file, [process.argv[1], ...args], { stdio: 'inherit' });
  return status ?? 1;
}

async function make({ version, registry, directory, push, key: keyFile, draft }) {
  const { referenceTo, withRegistries } = await import('./images/registries.mjs');
  const { readState, stateProblems, versionProblems } = await import('./release/release-state.mjs');
  referenceTo(`${registry}/steps:${version}`, '--registry');
  const key = keyFile === undefined ? undefined : await privateKey(keyFile);
  const state = readState();
  const [refused, doubtful] = [versionProblems(version, state), stateProblems(version, state)];
  for (const problem of draft ? doubtful : []) console.error(`warning: ${problem}`);
  const problems = [...refused, ...(draft ? [] : doubtful)];
  if (problems.length > 0) throw new Error(problems.join('\nerror: '));
  const { made } = await import('./release/made.mjs');
  const release = await made({ version, registry, ...sourceOf(state) }, (part) => console.error(`taskpack: ${part}`));
  write(release.files, directory);
  for (const { reference, root } of release.images)
    console.log(`${push ? 'pushing' : 'would push'} ${reference}@${root.digest}`);
  if (push) await withRegistries((client) => publish(client, release, key));
  return 0;
}

/** Reads the key before anything is pushed, because an invalid key would leave images without a signature. */
async function privateKey(file) {
  const { checkPrivateKey } = await import('./signing.mjs');
  const key = { key: readFileSync(file, 'utf8'), password: process.env.COSIGN_PASSWORD ?? '' };
  await checkPrivateKey(key);
  return key;
}

async function publish(client, release, key) {
  const { pushed } = await import('./release/pushed.mjs');
  for (const name of await pushed(client, release)) console.log(`pushed ${name}`);
  if (key === undefined) return;
  const { signImages } = await import('./release/signatures.mjs');
  await signImages(client, release, key);
  console.log('signed the images');
}

function sourceOf({ commit }) {
  const { repository } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return { commit, repository: repository.url.replace(/^git\+/, '').replace(/\.git$/, '') };
}

/** Making a release removes the files of an earlier one, and no others. */
function refuseOtherFiles(directory) {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  if (names.length > 0 && !names.includes('release.json'))
    throw new Error(`${directory} has other files than those of a release: use an empty directory`);
}

/** Replaces a directory's files. */
function write(files, directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of files) {
    writeFileSync(path.join(directory, name), content);
    console.log(path.join(directory, name));
  }
}

async function verify({ version, registry, publicKey: key, dir = path.join(ROOT, 'dist/release', version) }) {
  const { withRegistries } = await import('./images/registries.mjs');
  const { verified } = await import('./release/verified.mjs');
  if (!existsSync(dir)) throw new Error(`there is no directory ${dir}: make the release, or add --dir DIR`);
  const names = readdirSync(dir);
  const files = new Map(names.map((name) => [name, readFileSync(path.join(dir, name))]));
  const publicKey = key === undefined ? undefined : readFileSync(key, 'utf8');
  const results = await withRegistries((client) =>
    verified(version, files, registry === undefined ? undefined : { client, name: registry, publicKey }),
  );
  const failed = results.filter(({ reason }) => reason !== undefined);
  for (const { claim, reason } of failed) console.error(`failed: ${claim}: ${reason}`);
  console.log(`${results.length - failed.length} of ${results.length} claims hold`);
  return failed.length === 0 ? 0 : 1;
}
