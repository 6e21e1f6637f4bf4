import { expect } from 'chai';
import { runInProcess } from '../../../support/command.ts';

const LIFECYCLE_IMAGES = `0.20.12=registry.example.com/lifecycle@sha256:${'a'.repeat(64)}`;
const REST =
  "on Tasks: the builder's lifecycle gets the registry credentials of each run. " +
  'Let only trusted users name the builder, or use Builds instead of Tasks';

const CASES: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ REQUIRE_TRUSTED_LIFECYCLE: 'false' }, ''],
  [{ REQUIRE_TRUSTED_LIFECYCLE: 'true' }, `warning: REQUIRE_TRUSTED_LIFECYCLE has no effect ${REST}\n`],
  [{ LIFECYCLE_IMAGES }, `warning: LIFECYCLE_IMAGES has no effect ${REST}\n`],
  [
    { LIFECYCLE_IMAGES, REQUIRE_TRUSTED_LIFECYCLE: 'true' },
    `warning: LIFECYCLE_IMAGES and REQUIRE_TRUSTED_LIFECYCLE have no effect ${REST}\n`,
  ],
];

describe('taskpack tasks with settings that protect credentials from builders', () => {
  for (const [env, expected] of CASES) {
    it(`prints a Task and ${expected === '' ? 'no warning' : 'a warning'} with ${Object.keys(env).join(' and ')}`, async () => {
      const args = ['tasks', '--steps-image', 'registry.example.com/steps'];
      const { status, stdout, stderr } = await runInProcess(args, { env });
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: expected });
      expect(stdout).to.include('kind: Task');
    });
  }
});
