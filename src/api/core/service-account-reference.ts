import * as z from 'zod';
import { objectReference } from './object-reference.ts';

/** A ServiceAccount as objects without a namespace name one. */
export const serviceAccountReference = objectReference.extend({ name: z.string(), namespace: z.string() });
