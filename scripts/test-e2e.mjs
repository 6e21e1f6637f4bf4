// npm run test:e2e [-- --all] [FILE…]: tests on a node. With --all, every combination of injector, layout and backend.
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { mochaWithSecondRun, report, runSuites } from './testing/suites.mjs';

const USAGE = `usage: npm run test:e2e [-- [--all] [FILE…]]
Runs the tests on a node, as root. With --all, every combination of injector, layout and backend.`;

const options = testArguments(USAGE, { options: ALL, allowPositionals: true });
if (options !== undefined && (await prepareTestBed('e2e'))) {
  if (options.all) process.env.TASKPACK_TESTS = 'all';
  const files = options.files.length === 0 ? ['test/e2e'] : options.files;
  const results = await runSuites([mochaWithSecondRun('tests on a node', ...files)], { atOnce: 1 });
  report(results, options.all ? [] : ['not run: the other combinations of each matrix (npm run test:e2e -- --all)']);
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
