import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { VERSION } from '../../../src/core/settings/version.ts';
import { ROOT } from '../../support/command.ts';

describe('npm run images', () => {
  const UPPER_CASE = 'is not an image reference: the repository has upper-case letters';
  for (const [args, message] of [
    [['--push', 'registry.example.com/Foo'], `--push: registry.example.com/Foo/steps:${VERSION} ${UPPER_CASE}`],
    [['--base', 'registry.example.com/Foo'], `--base: registry.example.com/Foo ${UPPER_CASE}`],
  ] as const) {
    it(`refuses ${args.join(' ')} before it builds an image`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/images.mjs', ...args], {
        cwd: ROOT,
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect({ status, stdout, stderr }).to.deep.equal({ status: 1, stdout: '', stderr: `error: ${message}\n` });
    }).timeout(60_000);
  }
});
