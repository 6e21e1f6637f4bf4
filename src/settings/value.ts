import * as z from 'zod';
import { parseImageReference } from '../model/image-reference.ts';
import { parseQuantity } from '../model/quantity.ts';

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

/** A variable that is a whole number of this range. */
export function integer(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: (issue) => `must be a whole number from ${least} to ${most}, not ${JSON.stringify(issue.input)}`,
    })
    .transform(Number);
}

/** A variable that is a number of bytes, as Kubernetes writes quantities. */
export const bytes = z
  .string()
  .refine((text) => wholeBytes(text) !== undefined, {
    error: (issue) => `must be a number of bytes, as 500Mi or 10Gi, not ${JSON.stringify(issue.input)}`,
  })
  .transform((text) => wholeBytes(text) ?? 0);

function wholeBytes(text: string): number | undefined {
  const { nano = 0n } = parseQuantity(text) ?? {};
  const number = Number(nano / 1_000_000_000n);
  return nano % 1_000_000_000n === 0n && number > 0 && Number.isSafeInteger(number) ? number : undefined;
}

function listed(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}
