import { createRequire } from 'node:module';

/** Loads modules of the project. Registers ts-node, unless a test that imports this module did. */
export const require = createRequire(import.meta.url);

if (process[Symbol.for('ts-node.register.instance')] === undefined) require('ts-node').register();
