import { expect } from 'chai';
import { parseSystemBuildpack, type SystemBuildpack } from '../../../../src/core/model/system-buildpacks.ts';

const PARSED: Readonly<Record<string, SystemBuildpack>> = {
  'pre:a/b@1.2.0': { place: 'pre', id: 'a/b', version: '1.2.0', optional: false },
  'post:A.b-c/d0': { place: 'post', id: 'A.b-c/d0', optional: false },
  'pre:a/b:optional': { place: 'pre', id: 'a/b', optional: true },
  'post:a@v1.0-rc.1+x_y:optional': { place: 'post', id: 'a', version: 'v1.0-rc.1+x_y', optional: true },
};

describe('an entry of SYSTEM_BUILDPACKS', () => {
  for (const [text, expected] of Object.entries(PARSED)) {
    it(`can be ${text}`, () => expect(parseSystemBuildpack(text)).to.deep.equal(expected));
  }

  for (const text of [
    '',
    'a/b',
    'before:a/b',
    'pre:',
    'pre:a/b@',
    'pre:a/b@$(X)',
    'pre:a b',
    'pre:a/b:required',
    'pre:a/b@1@2',
  ]) {
    it(`cannot be "${text}"`, () => expect(parseSystemBuildpack(text)).to.equal(undefined));
  }
});
