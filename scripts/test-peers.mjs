// npm run test:peers [-- FILE…]: compares taskpack with kpack's own controller, the catalog's Tasks and Tekton, on a node.
import { testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { mocha, report, runSuites } from './testing/suites.mjs';

const USAGE = `usage: npm run test:peers [-- FILE…]
Compares taskpack with kpack's own controller, the catalog's Tasks and Tekton, on a node, as root.`;

const options = testArguments(USAGE, { allowPositionals: true });
if (options !== undefined && (await prepareTestBed('peers'))) {
  const files = options.files.length === 0 ? ['test/peers'] : options.files;
  report(await runSuites([mocha('comparisons with peers', ...files)], { atOnce: 1 }));
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
