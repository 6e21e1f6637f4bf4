import { createRequire } from 'node:module';

/** Loads the project's own modules; ts-node must be registered once only. */
export const require = createRequire(import.meta.url);

require('ts-node').register();
