import * as z from 'zod';
import { localObjectReference } from '../core/local-object-reference.ts';
import { objectReference } from '../core/object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';

/** kpack's BuildBuilderSpec; that exactly one of image and ref is set is a rule of its own. */
export const buildBuilder = z.strictObject({
  image: z.string().exactOptional(),
  imagePullSecrets: z.array(localObjectReference).exactOptional(),
  ref: objectReference.extend({ kind: z.string(), name: z.string() }).exactOptional(),
});

/** What a Build is built with: an image, or a Builder or ClusterBuilder. */
export type BuildBuilder = Immutable<z.output<typeof buildBuilder>>;
