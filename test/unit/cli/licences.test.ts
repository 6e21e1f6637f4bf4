import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCommand, ROOT } from '../../support/command.ts';

const BUNDLE = path.join(ROOT, 'dist/bundle');

describe('the licences', () => {
  before(buildCommand);

  it('of all packages with code in the command are beside it', () => {
    const texts = licencesIn(path.join(BUNDLE, 'LICENSES.txt'));
    const bundled = packagesIn(BUNDLE);
    expect(bundled).to.include.members(['zod', 'undici', '@kubernetes/client-node', 'pino']);
    expect(bundled.filter((name) => (texts.get(name) ?? '').length < 300)).to.deep.equal([]);
  });

  for (const folder of ['fallback-entrypoint', 'export-guard']) {
    it(`of all modules in the Go program of ${folder} are beside its sources`, () => {
      const texts = licencesIn(path.join(ROOT, folder, 'LICENSES.txt'));
      const modules = readFileSync(path.join(ROOT, folder, 'go.mod'), 'utf8').matchAll(
        /^\s*(?:require )?(\S+\.\S+\/\S+) v/gm,
      );
      const needed = ['Go', ...Array.from(modules, ([, name = '']) => name)];
      expect(needed.filter((name) => (texts.get(name) ?? '').length < 300)).to.deep.equal([]);
    });
  }
});

/** Returns the packages that esbuild names in comments above their code. */
function packagesIn(folder: string): readonly string[] {
  const code = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  const comments = code.flatMap((name) => [
    ...readFileSync(path.join(folder, name), 'utf8').matchAll(
      /^\s*\/\/ (?:\S*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
    ),
  ]);
  return [...new Set(comments.map(([, name = '']) => name))];
}

/** Returns the texts by the name of the package or module, from sections that begin with `=== NAME VERSION`. */
function licencesIn(file: string): ReadonlyMap<string, string> {
  const sections = readFileSync(file, 'utf8').split(/^=== /m).slice(1);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf(' ')), section]));
}
