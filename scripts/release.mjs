import { ensureDependencies } from './dependencies.mjs';
import { readOptions, USAGE } from './release/options.mjs';

try {
  const options = readOptions(process.argv.slice(2));
  ensureDependencies();
  process.exitCode = await run(options);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

/** Returns the exit code. The command loads the packages of npm, so it is imported once these are installed. */
async function run(options) {
  if (options === 'help') {
    console.log(USAGE);
    return 0;
  }
  const { make } = await import('./release/make-command.mjs');
  return make(options);
}
