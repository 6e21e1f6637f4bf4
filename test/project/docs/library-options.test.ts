import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { OPTION_NAMES } from '../../support/translation-of.ts';

describe('the page about the library', () => {
  it('names all options of translate', () => {
    const page = readFileSync(path.join(ROOT, 'docs/how-to/use-as-a-library.md'), 'utf8');
    const row = /^\| `TranslateOptions` \| (?<names>.*?) *\|$/m.exec(page)?.groups?.['names'] ?? '';
    const names = [...OPTION_NAMES.withDefault, ...OPTION_NAMES.optional.map((name) => `${name}?`)];
    expect(
      [...row.matchAll(/`(.*?)`/g)].map(([, name]) => name),
      'the row `TranslateOptions` of docs/how-to/use-as-a-library.md',
    ).to.have.members(names);
  });
});
