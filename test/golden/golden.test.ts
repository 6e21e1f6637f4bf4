import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TranslateOptions } from '../../src/translate/options.ts';
import { someOptions, translationOf } from '../support/translation-of.ts';

/**
 * One folder a case: `input.yaml`, the options that differ from the default (`options.json`), and for each backend and
 * layout what is printed (`<backend>.yaml`) and said (`<backend>.problems.txt`). `UPDATE_GOLDEN=1` writes them anew.
 */
const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod-init': { to: 'pod', layout: 'init' },
  'pod-containers': { to: 'pod', layout: 'containers' },
};

const FOLDER = import.meta.dirname;
const CASES = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('golden cases', () => {
  it('are many', () => {
    expect(CASES.length).to.be.at.least(100);
  });

  for (const { name } of CASES) {
    describe(name, () => {
      for (const [backend, overrides] of Object.entries(BACKENDS)) {
        it(backend, () => {
          const { output, problems } = translated(name, overrides);
          hold(path.join(FOLDER, name, `${backend}.yaml`), output);
          hold(path.join(FOLDER, name, `${backend}.problems.txt`), problems.map((line) => `${line}\n`).join(''));
        });
      }

      it('has no file that nothing reads', () => {
        const known = Object.keys(BACKENDS).flatMap((backend) => [`${backend}.yaml`, `${backend}.problems.txt`]);
        expect(['input.yaml', 'options.json', 'README.md', ...known]).to.include.members(readdirSync(path.join(FOLDER, name)));
      });
    });
  }
});

function translated(name: string, overrides: Partial<TranslateOptions>): ReturnType<typeof translationOf> {
  const optionsFile = path.join(FOLDER, name, 'options.json');
  const own = existsSync(optionsFile) ? (JSON.parse(readFileSync(optionsFile, 'utf8')) as Partial<TranslateOptions>) : {};
  const input = readFileSync(path.join(FOLDER, name, 'input.yaml'), 'utf8');
  return translationOf(input, 'input.yaml', someOptions({ ...overrides, ...own }));
}

/** The file holds exactly the text; no file where there is none. */
function hold(file: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    if (text === '') rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
  expect(text).to.equal(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
