// npm run test:e2e [-- --all] [FILE…]: tests on a node. With --all, every combination of injector, layout and backend.
import { parseArgs } from 'node:util';
import { prepareTestBed } from './testing/bed.mjs';
import { mochaWithSecondRun, report, runSuites } from './testing/suites.mjs';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.all) process.env.TASKPACK_TESTS = 'all';
const files = positionals.length === 0 ? ['test/e2e'] : positionals;

if (await prepareTestBed('e2e')) {
  const results = await runSuites([mochaWithSecondRun('tests on a node', ...files)], { atOnce: 1 });
  report(results, values.all ? [] : ['not run: the other combinations of each matrix (npm run test:e2e -- --all)']);
} else {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
