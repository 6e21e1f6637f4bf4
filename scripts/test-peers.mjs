// npm run test:peers [-- FILE…]: compares taskpack with kpack's own controller, the catalog's Tasks and Tekton, on a node.
import { prepareTestBed } from './testing/bed.mjs';
import { mocha, report, runSuites } from './testing/suites.mjs';

const files = process.argv.slice(2);

if (await prepareTestBed('peers')) {
  const tests = mocha('comparisons with peers', ...(files.length === 0 ? ['test/peers'] : files));
  report(await runSuites([tests], { atOnce: 1 }));
} else {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}
