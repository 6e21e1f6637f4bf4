import * as z from 'zod';
import type { Json } from '../../model/json.ts';

/** What is passed on as it is written: whoever runs it knows what it may be. */
export const plain = z.custom<Json>((value) => value !== undefined);

/** An object of a list, of which only the name is looked at. */
export const named = z.object({ name: z.string() }).catchall(plain);
