import { createRequire } from 'node:module';

/** Loads modules of the project. This module registers ts-node, which must happen only once. */
export const require = createRequire(import.meta.url);

require('ts-node').register();
