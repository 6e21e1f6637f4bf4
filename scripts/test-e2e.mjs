// npm run test:e2e [-- --all] [--tekton VERSION] [FILE…]: tests on a node. With --all, every combination of injector, layout and backend.
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { mochaWithSecondRun, report, runSuites } from './testing/suites.mjs';
import { olderTektons, testsOn } from './testing/tekton.mjs';

const USAGE = `usage: npm run test:e2e [-- [--all] [--tekton VERSION] [FILE…]]
Runs the tests on a node, as root. With --all, every combination of injector, layout and backend.
With --tekton, the tests of TaskRuns run on another Tekton: ${olderTektons().join(', ')}.`;

const options = testArguments(USAGE, { options: { ...ALL, tekton: { type: 'string' } }, allowPositionals: true });
if (options?.tekton !== undefined) process.env.TEST_BED_TEKTON = options.tekton;
if (options !== undefined && (await prepareTestBed('e2e'))) {
  if (options.all) process.env.TASKPACK_TESTS = 'all';
  const files = options.files.length > 0 ? options.files : options.tekton ? testsOn(options.tekton) : ['test/e2e'];
  const results = await runSuites([mochaWithSecondRun('tests on a node', ...files)], { atOnce: 1 });
  report(results, options.all ? [] : ['not run: the other combinations of each matrix (npm run test:e2e -- --all)']);
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
