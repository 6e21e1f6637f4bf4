import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withRegistries } from '../images/registries.mjs';
import { INDEX, SIGNATURE } from './file-names.mjs';
import { readJsonFile } from './json-file.mjs';
import { cloneOf, readState, versionProblems } from './release-state.mjs';
import { verifyRelease } from './verify-release.mjs';

/** Prints the claims of a release that do not hold, and warns if no signature was checked. Returns the exit code. */
export async function verify({ version, directory, registry: name, publicKeyFile }) {
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory}: make the release, or add --dir DIR`);
  const state = readState();
  if (versionProblems(version, state).length > 0)
    throw new Error(
      `this clone has the version ${state.packageVersion}, not ${version}: run "git checkout v${version}"`,
    );
  const { files, irregular } = filesIn(directory);
  const publicKey = publicKeyFile === undefined ? undefined : readFileSync(publicKeyFile, 'utf8');
  const results = await withRegistries((client) => {
    const registry = name === undefined ? undefined : { client, name };
    return verifyRelease({ version, files, irregular, clone: cloneOf(state), publicKey, registry });
  });
  const failed = results.filter(({ reason }) => reason !== undefined);
  for (const { claim, reason } of failed) console.error(`failed: ${claim}: ${reason}`);
  for (const sentence of warnings(files, publicKey, name)) console.error(`warning: ${sentence}`);
  const images = registryIn(files);
  if (images !== undefined) console.log(`taskpack ${version} with the images of ${images}`);
  console.log(`${results.length - failed.length} of ${results.length} claims hold`);
  return failed.length === 0 ? 0 : 1;
}

/** Returns the regular files, and the names of what is none: a link leads elsewhere, and reading a pipe waits. */
function filesIn(directory) {
  const entries = readdirSync(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return {
    files: new Map(files.map((name) => [name, readFileSync(path.join(directory, name))])),
    irregular: entries.filter((entry) => !entry.isFile()).map(({ name }) => name),
  };
}

/** Returns the registry that the release's files name. The clone does not say which one is right, so the user must see it. */
function registryIn(files) {
  try {
    return readJsonFile(files, INDEX).registry;
  } catch {
    return undefined;
  }
}

/** Returns warnings about content that no signature was checked for. */
function warnings(files, publicKey, registry) {
  if (publicKey !== undefined) return [];
  const remedy = files.has(SIGNATURE)
    ? `add --public-key FILE to check ${SIGNATURE}`
    : `the release has no ${SIGNATURE}, so make it with --key FILE`;
  const ofFiles = `no signature was checked, so anybody can have made the images, executables, npm package and SBOMs: ${remedy}`;
  const ofImages = 'no signature of an image in the registry was checked: add --public-key FILE';
  return registry === undefined ? [ofFiles] : [ofFiles, ofImages];
}
