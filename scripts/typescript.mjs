import { createRequire } from 'node:module';
import { ROOT } from './root.mjs';

const load = createRequire(import.meta.url);

/**
 * Loads a module of the project, by its path from this folder. The first call registers ts-node, unless a test that imports this module
 * did. So a command can import this module before it has installed the dependencies.
 */
export function require(module) {
  if (process[Symbol.for('ts-node.register.instance')] === undefined)
    // ts-node runs what a tsconfig.json names, so it must be that of the project, not that of the current directory.
    load('ts-node').register({ cwd: ROOT });
  return load(module);
}
