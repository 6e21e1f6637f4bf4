import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { someOptions, translationOf } from '../../../support/translation-of.ts';

/** One folder a case: `input.yaml`, what is printed of it (`output.yaml`) and said (`problems.txt`). */
const FOLDER = path.join(import.meta.dirname, 'fixtures');

describe('golden cases of Tekton before v1', () => {
  for (const name of readdirSync(FOLDER)) {
    it(name, () => {
      const input = readFileSync(path.join(FOLDER, name, 'input.yaml'), 'utf8');
      const { output, problems } = translationOf(input, 'input.yaml', someOptions());
      hold(path.join(FOLDER, name, 'output.yaml'), output);
      hold(path.join(FOLDER, name, 'problems.txt'), problems.map((line) => `${line}\n`).join(''));
    });
  }
});

/** The file holds exactly the text; no file for an empty text. `UPDATE_GOLDEN=1` rewrites it. */
function hold(file: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    if (text === '') rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
  expect(text).to.equal(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
