// npm run test:peers [-- FILE…]: compares taskpack with kpack's own controller, the catalog's Tasks and each Tekton, on a node.
import { testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { mocha, report, runSuites } from './testing/suites.mjs';
import { olderTektons, tektonSuite } from './testing/tekton.mjs';

const USAGE = `usage: npm run test:peers [-- FILE…]
Compares taskpack with kpack's own controller and the catalog's Tasks on a node, as root. Without files, also runs the tests of
TaskRuns on older versions of Tekton: ${olderTektons().join(', ')}.`;

const options = testArguments(USAGE, { allowPositionals: true });
if (options !== undefined && (await prepareTestBed('peers'))) {
  const isWhole = options.files.length === 0;
  const peers = mocha('comparisons with peers', ...(isWhole ? ['test/peers'] : options.files));
  report(await runSuites([peers, ...(isWhole ? olderTektons().map(tektonSuite) : [])], { atOnce: 1 }));
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
