import { z } from 'zod';
import { objectReference } from '../core/object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';

/** A reference to a Secret or a provisioned service (service binding specification). */
export const service = objectReference.extend({ kind: z.string(), name: z.string() });

/** What the application is bound to. */
export type Service = Immutable<z.output<typeof service>>;
