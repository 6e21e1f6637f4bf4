import { createRequire } from 'node:module';
import { ROOT } from './root.mjs';

/** Loads modules of the project. Registers ts-node, unless a test that imports this module did. */
export const require = createRequire(import.meta.url);

if (process[Symbol.for('ts-node.register.instance')] === undefined)
  // ts-node runs what a tsconfig.json names, so it must be that of the project, not that of the current directory.
  require('ts-node').register({ cwd: ROOT });
