import { expect } from 'chai';
import { hasLogin } from '../../../src/model/source-address.ts';

const ROWS: readonly (readonly [string, boolean])[] = [
  ['https://git.example.com/app', false],
  ['https://user:hunter2@git.example.com/app', true],
  ['https://ghp_0123456789abcdefghij@github.com/team/app', true],
  // The URL that Azure DevOps shows for a repository.
  ['https://contoso@dev.azure.com/contoso/shop/_git/app', false],
  ['https://git@github.com/team/app', false],
  ['ssh://git@git.example.com/app', false],
  ['ssh://git:hunter2@git.example.com/app', true],
];

describe('a login in a URL', () => {
  for (const [url, expected] of ROWS) {
    it(`is ${expected ? '' : 'not '}found in ${url}`, () => {
      expect(hasLogin(new URL(url))).to.equal(expected);
    });
  }
});
