import { fileURLToPath } from 'node:url';

/** The directory of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
