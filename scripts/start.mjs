import { ensureDependencies } from './dependencies.mjs';
import { BUNDLE, ensureBundle } from './esbuild.mjs';
import { ROOT } from './root.mjs';
import { SAMPLE } from './sample.mjs';

ensureDependencies();
await ensureBundle();
const args = process.argv.slice(2);
// npm runs scripts in the project's directory; the user's files are where npm was called.
process.chdir(args.length === 0 ? ROOT : (process.env.INIT_CWD ?? process.cwd()));
process.argv = [process.execPath, BUNDLE, ...(args.length === 0 ? SAMPLE : args)];
// In this process, so that streams, signals and the exit code are the command's own.
await import(BUNDLE);
