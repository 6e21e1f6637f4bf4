import * as z from 'zod';
import { parseImageReference } from '../model/image-reference.ts';

/** A variable that is an image reference. */
export const image = z.string().refine((text) => parseImageReference(text) !== undefined, {
  error: (issue) => `must be an image reference, not ${JSON.stringify(issue.input)}`,
});

/** A variable that is one of some words. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: (issue) => `must be ${listed(choices)}, not ${JSON.stringify(issue.input)}` });
}

/** A variable that is `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

function listed(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}
