import { ensureDependencies } from './dependencies.mjs';
import { BUNDLE, ensureBundle } from './esbuild.mjs';
import { ROOT } from './root.mjs';
import { SAMPLE } from './sample.mjs';

ensureDependencies();
await ensureBundle();
const args = process.argv.slice(2);
// npm runs scripts in the project's directory. The user's paths are relative to the directory in which npm was called.
process.chdir(args.length === 0 ? ROOT : (process.env.INIT_CWD ?? process.cwd()));
process.argv = [process.execPath, BUNDLE, ...(args.length === 0 ? SAMPLE : args)];
// Runs in this process, so that the command owns the streams, signals and exit code.
await import(BUNDLE);
