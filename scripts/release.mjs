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

/** Returns the exit code. The commands load the packages of npm, so they are imported once these are installed. */
async function run(options) {
  switch (options.command) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'make': {
      const { make } = await import('./release/make-command.mjs');
      return make(options);
    }
    case 'verify': {
      const { verify } = await import('./release/verify-command.mjs');
      return verify(options);
    }
  }
}
