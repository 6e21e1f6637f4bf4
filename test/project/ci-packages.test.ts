import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { E2E_PACKAGES } from '../cluster/test-packages.ts';

describe('.ci/packages', () => {
  it('installs each package that the tests use, so that CI passes on a new machine', () => {
    const text = readFileSync(path.join(import.meta.dirname, '../../.ci/packages'), 'utf8');
    const [, list = ''] = /packages=\(([^)]*)\)/.exec(text) ?? [];
    expect(list.trim().split(/\s+/)).to.include.members(Object.keys(E2E_PACKAGES));
  });
});
