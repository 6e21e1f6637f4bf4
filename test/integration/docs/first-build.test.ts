import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCommand, ROOT } from '../../support/command.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage } from '../../support/docs/run-page.ts';

describe('a reader translates a first Build', () => {
  before(function () {
    this.timeout(300_000);
    buildCommand();
  });

  describePage('docs/tutorials/first-build.md', {
    reader: () => ({ values: { '/path/to/the/clone': ROOT }, env: {}, prelude: '' }),
    before: {
      '1. Print a TaskRun': linkClone,
      '4. Make a mistake': (directory) => {
        const build = readFileSync(path.join(ROOT, 'config/samples/build.yaml'), 'utf8');
        directory.write({ 'copy.yaml': build.replace('tags:', 'tag:').replace('revision:', 'revison:') });
      },
    },
    exits: {
      'npm start --silent -- translate -f config/samples/build.yaml --offline': 1,
      'npm start --silent -- translate -f copy.yaml': 1,
    },
  });
});
