// npm run test:e2e [-- --all] [--tekton VERSION] [FILE…]: tests on a node. With --all, every combination of injector, layout and backend.
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { suiteOn, versionsOf } from './testing/matrix.mjs';
import { mochaWithSecondRun, report, runSuites } from './testing/suites.mjs';

const USAGE = `usage: npm run test:e2e [-- [--all] [--tekton VERSION] [FILE…]]
Runs the tests on a node, as root. With --all, every combination of injector, layout and backend.
With --tekton, the tests of TaskRuns run on a version of Tekton, or those of them with one of the files:
${versionsOf('tekton').join(', ')}.`;

const options = testArguments(USAGE, { options: { ...ALL, tekton: { type: 'string' } }, allowPositionals: true });
if (options !== undefined && isKnownTekton(options) && (await prepareTestBed('e2e'))) {
  if (options.all) process.env.TASKPACK_TESTS = 'all';
  const results = await runSuites(suitesOf(options), { atOnce: 1 });
  report(results, options.all ? [] : ['not run: the other combinations of each matrix (npm run test:e2e -- --all)']);
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}

function isKnownTekton({ tekton }) {
  const isKnown = tekton === undefined || versionsOf('tekton').includes(tekton);
  if (!isKnown) console.error(`the test bed has no Tekton ${tekton}\n${USAGE}`);
  return isKnown;
}

function suitesOf({ tekton, files }) {
  if (tekton !== undefined) return [suiteOn('tekton', tekton, files)];
  return [mochaWithSecondRun('tests on a node', ...(files.length > 0 ? files : ['test/e2e']))];
}
