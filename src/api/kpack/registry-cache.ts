import * as z from 'zod';

/** kpack's RegistryCache; without a tag there is no cache. */
export const registryCache = z.strictObject({ tag: z.string().exactOptional() });
