import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { modulePath, PROGRAM_VERSIONS, testedVersions } from '../../src/core/model/program-versions.ts';
import { ROOT } from '../support/command.ts';

const FOLDER = path.join(ROOT, 'test/cluster/programs');

/** The versions of each module that a go.mod of the test bed requires directly, or for a tool. */
const PINNED = pinnedVersions();

/** Files that name the tested versions of a program in a text of their own. */
const FILES = [
  ['kpack', 'docs/how-to/migrate-from-kpack.md'],
  ['kpack', 'docs/reference/kpack-differences.md'],
  ['kpack', 'test/cluster/programs/kpack/cmd/builder-oracle/create.go'],
  ['lifecycle', 'test/cluster/README.md'],
  ['cosign', 'docs/how-to/sign-and-verify.md'],
] as const;

describe('the versions of src/core/model/program-versions.ts', () => {
  for (const [name, program] of Object.entries(PROGRAM_VERSIONS)) {
    it(`are those that the test bed builds: ${name}`, () => {
      const tested = testedVersions<string>(program);
      const modules = new Set([...tested, program.newest].map((version) => modulePath(program, version)));
      const pinned = [...modules].flatMap((module) => [...(PINNED.get(module) ?? [])]);
      expect(pinned).to.have.members(tested);
    });
  }

  for (const system of ['kubernetes', 'tekton'] as const) {
    it(`are those with a folder, except the one of the whole bed: ${system}`, () => {
      expect(readdirSync(path.join(FOLDER, system))).to.have.members(PROGRAM_VERSIONS[system].alsoTested);
    });
  }

  for (const [name, file] of FILES) {
    it(`are those that ${file} names: ${name}`, () => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      for (const version of testedVersions<string>(PROGRAM_VERSIONS[name])) expect(text, version).to.include(version);
    });
  }
});

function pinnedVersions(): ReadonlyMap<string, ReadonlySet<string>> {
  const pinned = new Map<string, Set<string>>();
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'go.mod') continue;
    for (const [module, version] of requirements(readFileSync(path.join(FOLDER, file), 'utf8'))) {
      pinned.set(module, (pinned.get(module) ?? new Set()).add(version));
    }
  }
  return pinned;
}

/** Returns the modules that a go.mod requires directly, or of which it builds a tool, with their versions without `v`. */
function requirements(text: string): readonly (readonly [module: string, version: string])[] {
  const required = text.matchAll(/^(?:require |\t)(?<module>\S+) v(?<version>\S+)(?<indirect> \/\/ indirect)?$/gm);
  return [...required].flatMap(({ groups = {} }) => {
    const { module = '', version = '', indirect } = groups;
    const isTool = text.includes(`\n\t${module}/cmd/`);
    return indirect === undefined || isTool ? [[module, version] as const] : [];
  });
}
