import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { KNOWN_BUGS } from './known-bugs.ts';

describe('known bugs of programs that run builds on clusters', () => {
  it('have an identifier each', () => {
    const ids = KNOWN_BUGS.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  for (const { id, bug, tests } of KNOWN_BUGS) {
    it(`are tested: ${bug} (${id})`, () => {
      expect(tests).not.to.have.length(0);
      for (const file of tests) {
        const named = /^\/\/ Known bugs?: (?<ids>.*)\.$/m.exec(readFileSync(path.join(ROOT, file), 'utf8'));
        expect(named?.groups?.['ids']?.split(', '), file).to.include(id);
      }
    });
  }
});
