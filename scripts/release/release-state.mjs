import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_NODE } from '../images/node-binaries.mjs';
import { IS_RELEASED, VERSION } from '../release-modules.mjs';
import { ROOT } from '../root.mjs';
import { require } from '../typescript.mjs';
import { changesOf, gitLines } from './tracked-files.mjs';

const semver = require('semver');

/** Reads the state of the work tree that a release depends on. */
export function readState() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return {
    packageVersion: version,
    programVersion: VERSION,
    isReleased: IS_RELEASED,
    changelog: readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'),
    commit: gitLines(ROOT, 'rev-parse', 'HEAD')[0] ?? '',
    tags: gitLines(ROOT, 'tag', '--points-at', 'HEAD'),
    changes: changesOf(ROOT),
  };
}

/** Returns what a release says about the clone that it is made from. */
export function cloneOf({ commit }) {
  const { repository } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return { commit, repository: repository.url.replace(/^git\+/, '').replace(/\.git$/, ''), node: RELEASE_NODE };
}

/** Returns the reasons why no file of this version can be made. */
export function versionProblems(version, { packageVersion, programVersion }) {
  if (semver.valid(version) !== version)
    return [
      `${version} is not a version: use MAJOR.MINOR.PATCH, such as 1.2.3 or 1.2.3-rc.1 (semver.org), without build metadata`,
    ];
  if (packageVersion !== version) {
    return [
      `package.json has the version ${packageVersion}, not ${version}: run "npm version --no-git-tag-version ${version}" and ` +
        `"npm run generate", and commit`,
    ];
  }
  if (programVersion !== version)
    return [
      `src/core/settings/version.ts has the version ${programVersion}, not ${version}: run "npm run generate", and commit`,
    ];
  return [];
}

/** Returns the reasons why this state of the work tree is not the release of a version, with what to do. A draft may have them. */
export function stateProblems(version, { isReleased, changelog, tags, changes }) {
  const files = changes.map((line) => line.slice(3));
  const others = files.length > 3 ? ` and ${files.length - 3} more` : '';
  const hasSection = new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\b`, 'm').test(changelog);
  return [
    {
      holds: changes.length === 0,
      fault: `the work tree differs from its commit (${files.slice(0, 3).join(', ')}${others})`,
      remedy: 'commit or remove the changes',
    },
    {
      holds: isReleased,
      fault: 'IS_RELEASED in src/cli/default-images.ts is false',
      remedy: 'set it to true, because commands otherwise warn that no registry has the images',
    },
    {
      holds: hasSection,
      fault: `CHANGELOG.md has no section "## ${version}"`,
      remedy: 'rename the section "## Unreleased"',
    },
    {
      holds: tags.includes(`v${version}`),
      fault: `the commit has no tag v${version}`,
      remedy: `run "git tag v${version}"`,
    },
  ].flatMap(({ holds, fault, remedy }) => (holds ? [] : [`${fault}: ${remedy}`]));
}
