import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { translateOptions, type TranslateOptions } from '../../../src/index.ts';
import { ROOT } from '../../support/command.ts';

/** The options without a default. */
const OPTIONAL = { maximumPlatformApi: '', now: 0, namespace: '', architecture: '', tektonVersion: '' } satisfies {
  readonly [Name in OptionalOption]-?: unknown;
};
type OptionalOption = {
  [Name in keyof TranslateOptions]-?: undefined extends TranslateOptions[Name] ? Name : never;
}[keyof TranslateOptions];

describe('the page about the library', () => {
  it('names all options of translate', () => {
    const page = readFileSync(path.join(ROOT, 'docs/how-to/use-as-a-library.md'), 'utf8');
    const row = /^\| `TranslateOptions` \| (?<names>.*?) *\|$/m.exec(page)?.groups?.['names'] ?? '';
    const optional = Object.keys(OPTIONAL).map((name) => `${name}?`);
    const names = [...Object.keys(translateOptions({})), ...optional];
    expect(
      [...row.matchAll(/`(.*?)`/g)].map(([, name]) => name),
      'the row `TranslateOptions` of docs/how-to/use-as-a-library.md',
    ).to.have.members(names);
  });
});
