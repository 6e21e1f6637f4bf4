import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TranslateOptions } from '../../src/core/translate/options.ts';
import { OPTION_NAMES, someOptions, translationOf } from '../support/translation-of.ts';
import { WORKLOADS, type Workload } from '../../src/core/model/workload.ts';
import { goldenNames, goldenOutput, writeGoldenOutput } from './golden-output.ts';

/**
 * Each folder is one case: `input.yaml`, the options that differ from the default (`options.json`), and for each backend the
 * expected output (`<backend>.yaml`, or `<backend>.diff` against another case) and problems (`<backend>.problems.txt`).
 * `UPDATE_GOLDEN=1` rewrites the expectations.
 */
const OPTIONS: Readonly<Record<Workload, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod-init': { to: 'pod', layout: 'init' },
  'pod-containers': { to: 'pod', layout: 'containers' },
};
const FOLDER = import.meta.dirname;
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

describe('golden cases', () => {
  it('are at least a hundred', () => {
    expect(goldenNames().length).to.be.at.least(100);
  });

  for (const name of goldenNames()) {
    describe(name, () => {
      for (const backend of WORKLOADS) {
        it(backend, () => {
          const { output, problems } = translated(name, OPTIONS[backend]);
          if (isUpdate) writeGoldenOutput(name, backend, output);
          expect(output).to.equal(goldenOutput(name, backend) ?? '');
          expectProblems(path.join(FOLDER, name, `${backend}.problems.txt`), problems.map((line) => `${line}\n`).join(''));
        });
      }

      it('has no unused file', () => {
        const known = WORKLOADS.flatMap((backend) => ['yaml', 'diff', 'problems.txt'].map((end) => `${backend}.${end}`));
        const files = readdirSync(path.join(FOLDER, name));
        expect(['input.yaml', 'options.json', 'README.md', ...known]).to.include.members(files);
        for (const backend of WORKLOADS) {
          expect(files).to.not.include.members([`${backend}.yaml`, `${backend}.diff`], 'a case is either full or a diff');
        }
      });
    });
  }
});

function translated(name: string, overrides: Partial<TranslateOptions>): ReturnType<typeof translationOf> {
  const optionsFile = path.join(FOLDER, name, 'options.json');
  const own = existsSync(optionsFile) ? (JSON.parse(readFileSync(optionsFile, 'utf8')) as Partial<TranslateOptions>) : {};
  expect(Object.values(OPTION_NAMES).flat(), optionsFile).to.include.members(Object.keys(own));
  const input = readFileSync(path.join(FOLDER, name, 'input.yaml'), 'utf8');
  return translationOf(input, 'input.yaml', someOptions({ ...overrides, ...own }));
}

/** A translation without problems has no file of problems. */
function expectProblems(file: string, text: string): void {
  if (isUpdate) {
    if (text === '') rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
  expect(text).to.equal(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
