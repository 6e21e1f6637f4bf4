import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseKey } from '../signing.mjs';
import { withRegistries } from '../images/registries.mjs';
import { INDEX, SIGNATURE } from './file-names.mjs';
import { readJsonFile } from './json-file.mjs';
import { cloneOf, readState, stateFaults, versionProblems } from './release-state.mjs';
import { verifyRelease } from './verify-release.mjs';

/** Prints the claims of a release that do not hold, and warns of what was not checked. Returns the exit code. */
export async function verify({ version, kind, directory, registry: name, publicKeyFile }) {
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory}: make the release, or add --dir DIR`);
  const state = readState();
  if (versionProblems(version, state).length > 0)
    throw new Error(
      `this clone has the version ${state.packageVersion}, not ${version}: run "git checkout v${version}"`,
    );
  const { files, irregular } = filesIn(directory);
  const publicKey = publicKeyFile === undefined ? undefined : releaseKey(readFileSync(publicKeyFile, 'utf8'));
  const faults = stateFaults(version, state).map(({ fault }) => fault);
  const results = await withRegistries((client) =>
    verifyRelease({
      version,
      files,
      irregular,
      kind,
      clone: cloneOf(state),
      cloneFaults: kind === 'draft' ? [] : faults,
      publicKey,
      registry: name === undefined ? undefined : { client, name },
    }),
  );
  const claimed = claimedIn(files);
  const sentences = [
    ...signatureWarnings(files, publicKey, name),
    ...registryWarnings(claimed?.registry, name),
    ...(kind === 'draft' ? faults : []),
  ];
  return print(results, sentences, claimed === undefined ? [] : [title(version, claimed)]);
}

/** Returns the exit code. Names in a release can contain control characters, which could change what a terminal shows. */
function print(results, warnings, titles) {
  const failed = results.filter(({ reason }) => reason !== undefined);
  for (const { claim, reason } of failed) console.error(printable(`failed: ${claim}: ${reason}`));
  for (const sentence of warnings) console.error(printable(`warning: ${sentence}`));
  for (const line of titles) console.log(printable(line));
  console.log(`${results.length - failed.length} of ${results.length} claims hold`);
  return failed.length === 0 ? 0 : 1;
}

function printable(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
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

/** Returns what release.json says about the release. The clone does not say which registry is right, so the user must see it. */
function claimedIn(files) {
  try {
    const { commit, registry } = readJsonFile(files, INDEX);
    return typeof registry === 'string' ? { commit, registry } : undefined;
  } catch {
    return undefined;
  }
}

function title(version, { commit, registry }) {
  return `taskpack ${version} from commit ${commit} with the images of ${registry}`;
}

/** Returns warnings about content that no signature was checked for. */
function signatureWarnings(files, publicKey, registry) {
  if (publicKey !== undefined) return [];
  const remedy = files.has(SIGNATURE)
    ? `add --public-key FILE to check ${SIGNATURE}`
    : `the release has no ${SIGNATURE}, so make it with --key FILE`;
  const ofFiles =
    'no signature was checked, so anybody can have made the images, executables, npm package and SBOMs, and chosen ' +
    `the registry: ${remedy}`;
  const ofImages = 'no signature of an image in the registry was checked: add --public-key FILE';
  return registry === undefined ? [ofFiles] : [ofFiles, ofImages];
}

/** Returns warnings about a registry whose images were not checked. */
function registryWarnings(claimed, registry) {
  if (claimed === undefined || claimed === registry) return [];
  return registry === undefined
    ? [`the images in the registry were not checked: add --registry ${claimed}`]
    : [`the release installs the images of ${claimed}, but only those of ${registry} were checked`];
}
