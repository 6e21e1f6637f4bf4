import * as z from 'zod';
import { objectReference } from '../core/object-reference.ts';

/** A reference to a Secret or a provisioned service (service binding specification). */
export const service = objectReference.extend({ kind: z.string(), name: z.string() });
