// npm run test:peers [-- FILE…]: compares taskpack with kpack's own controller, the catalog's Tasks, Tekton and Kubernetes, on a node.
import { ensureDependencies } from './dependencies.mjs';
import { testArguments } from './testing/arguments.mjs';
import { prepareTestBed, UNPREPARED } from './testing/bed.mjs';
import { suiteOn, versionsOf } from './testing/matrix.mjs';
import { mocha, report, runSuites } from './testing/suites.mjs';

const MATRIX = ['tekton', 'kubernetes', 'lifecycle'];
const FOLDER = 'test/peers';
/** These tests compile programs from sources on GitHub. */
const FROM_GITHUB = [`${FOLDER}/builders`, `${FOLDER}/extensions`];

// The versions in the usage are read by ts-node.
ensureDependencies();

const USAGE = `usage: npm run test:peers [-- FILE…]
Compares taskpack with kpack's own controller and the catalog's Tasks on a node, as root. Without files, also runs the tests of
TaskRuns on each version of Tekton (${versionsOf('tekton').join(', ')}), the tests of the API server
on each version of Kubernetes (${versionsOf('kubernetes').join(', ')}),
and the tests of Builds with each version of the lifecycle (${versionsOf('lifecycle').join(', ')}).
Runs ${FROM_GITHUB.join(' and ')} only if you name them, because their builders are compiled from sources on GitHub, with Go and Rust.`;

const options = testArguments(USAGE, { allowPositionals: true });
if (options !== undefined && (await prepareTestBed('peers'))) {
  const isWhole = options.files.length === 0;
  const peers = mocha(
    'comparisons with peers',
    ...(isWhole ? [FOLDER, ...FROM_GITHUB.flatMap((folder) => ['--ignore', `${folder}/**`])] : options.files),
  );
  // Each of these files has its own time limits, of up to half an hour.
  const unlimited = { ...peers, run: (print) => peers.run(print, {}, { silenceMs: undefined }) };
  report(await runSuites([unlimited, ...(isWhole ? matrix() : [])], { atOnce: 1 }));
} else if (options !== undefined) {
  report([UNPREPARED]);
}

function matrix() {
  return MATRIX.flatMap((system) => versionsOf(system).map((version) => suiteOn(system, version)));
}
