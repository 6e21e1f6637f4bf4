import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRepositoryPattern, matchesRepositoryPattern } from '../../../../src/core/model/repository-patterns.ts';
import { ROOT } from '../../../support/command.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

/** The cases that taskpack-export, which is another program, answers alike. */
const SHARED = JSON.parse(readFileSync(path.join(ROOT, 'export-guard/testdata/patterns.json'), 'utf8')) as readonly {
  readonly pattern: string;
  readonly image: string;
  readonly matches: boolean;
}[];

const CASES: readonly (readonly [pattern: string, image: string, isMatch: boolean])[] = [
  ['r.example/platform/builder', `r.example/platform/builder@${DIGEST}`, true],
  ['r.example/platform/builder', `r.example/platform/builder:1@${DIGEST}`, true],
  ['r.example/platform/builder', `r.example/platform/builder-2@${DIGEST}`, false],
  ['r.example/platform/builder', `r.example/platform/builder/x@${DIGEST}`, false],
  ['r.example/platform/builder', `r.example/tenant/platform/builder@${DIGEST}`, false],
  ['r.example/platform/builder', `r.example:5000/platform/builder@${DIGEST}`, false],
  ['r.example/platform/*', `r.example/platform/a/b@${DIGEST}`, true],
  ['r.example/platform/*', `r.example/platform@${DIGEST}`, false],
  ['r.example/platform/*', `r.example/platform-of-tenant/a@${DIGEST}`, false],
  ['r.example/platform/*', `r.example.evil/platform/a@${DIGEST}`, false],
  ['r.example/*', 'r.example/anything', true],
  ['docker.io/paketo/*', 'paketo/builder:latest', true],
  ['docker.io/paketo/*', 'index.docker.io/paketo/builder', true],
  ['docker.io/library/*', 'builder', true],
  ['docker.io/library/*', 'paketo/builder', false],
  ['docker.io/builder', 'builder', true],
  ['docker.io/builder', 'paketo/builder', false],
  ['docker.io/*', 'paketo/builder', true],
  ['docker.io/*', 'docker.io/paketo/deep/builder', true],
  ['docker.io/*', 'builder', true],
  ['docker.io/*', 'r.example/paketo/builder', false],
  ['index.docker.io/*', 'paketo/builder', true],
  ['Docker.IO/paketo/*', 'paketo/builder', true],
  ['R.Example/platform/*', 'r.example/platform/a', true],
  ['R.Example:5000/*', 'r.example:5000/a1', true],
  ['r.example/platform/*', 'R.EXAMPLE/platform/a1', true],
  ['LOCALHOST:5000/*', 'localhost:5000/builder', true],
  ['r.example/platform/*', 'r.example/platform/../tenant/a', false],
  ['r.example/platform/*', '', false],
  ...SHARED.map(({ pattern, image, matches }) => [pattern, image, matches] as const),
];

const REFUSED = [
  '*',
  '/*',
  '',
  'builder',
  'paketo/*',
  'paketo/builder',
  'r.example/app:1',
  `r.example/app@${DIGEST}`,
  'r.example',
  'r.example/app*',
  'r.example/*/app',
  'r.example/App/*',
];

describe('a pattern of repositories', () => {
  for (const [pattern, image, isMatch] of CASES) {
    it(`${pattern} ${isMatch ? 'matches' : 'does not match'} ${JSON.stringify(image)}`, () => {
      expect(isRepositoryPattern(pattern)).to.equal(true);
      expect(matchesRepositoryPattern(['other.example/a', pattern], image)).to.equal(isMatch);
    });
  }

  for (const text of REFUSED) {
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(isRepositoryPattern(text)).to.equal(false);
    });
  }
});
