// Runs the commands of .ci/run: npm test, then the integration tests beside the tests on a node, which wait most of the time.
import { buildPrograms } from './testing/bed.mjs';
import { command, report, runSuites, whole } from './testing/suites.mjs';

/** A suite ends after twenty minutes of silence. If its runner itself waits forever, its output is printed after this time. */
const LIMITS = { silenceMs: 2_400_000 };

// With --all and --bed, no suite is left out because its files are unchanged. Only the check of kpack's recorded answers is.
const results = await runSuites([command('npm test', 'npm', 'test', '--', '--all')], { atOnce: 1 });
// From empty caches the compiler takes a quarter of an hour. The programs of the integration tests alone are built later.
await buildPrograms('e2e');
const commands = [
  limited(command('npm run test:e2e', 'npm', 'run', 'test:e2e', '--', '--bed')),
  whole(limited(command('npm run test:integration', 'nice', 'npm', 'run', 'test:integration'))),
];
report([...results, ...(await runSuites(commands, { atOnce: commands.length }))]);

function limited(suite) {
  return { ...suite, run: (print) => suite.run(print, {}, LIMITS) };
}
