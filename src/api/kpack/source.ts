import * as z from 'zod';
import { localObjectReference } from '../core/local-object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';

/** kpack's SourceConfig; that exactly one of git, blob and registry is set is a rule of its own. */
export const source = z.strictObject({
  git: z
    .strictObject({ url: z.string(), revision: z.string(), initializeSubmodules: z.boolean().exactOptional() })
    .exactOptional(),
  blob: z
    .strictObject({ url: z.string(), auth: z.string().exactOptional(), stripComponents: z.int().exactOptional() })
    .exactOptional(),
  registry: z
    .strictObject({ image: z.string(), imagePullSecrets: z.array(localObjectReference).exactOptional() })
    .exactOptional(),
  subPath: z.string().exactOptional(),
});

/** Where the application comes from. */
export type SourceConfig = Immutable<z.output<typeof source>>;
