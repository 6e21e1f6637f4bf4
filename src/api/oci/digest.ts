import * as z from 'zod';

/** What content is named by in registries: `sha256:` and 64 hexadecimal digits. */
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
