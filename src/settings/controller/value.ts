import * as z from 'zod';
import { parseRegistryMirror, withMirror } from '../../model/registry-mirror.ts';
import { integer } from '../value.ts';

/** The longest time that Node's timers know, 24 days, is far more than anybody wants to wait. */
const LONGEST_TIME = 1_000_000;

/** A variable that is a time in whole seconds. */
export const seconds = integer(1, LONGEST_TIME);

/** A variable that is the name of a namespace or of a pod's like (RFC 1123 label). */
export const label = z.string().refine((text) => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text), {
  error: (issue) => `must be a name of lower-case letters, digits and hyphens, not ${JSON.stringify(issue.input)}`,
});

/** A variable that is a list of hosts with commas between. */
export const hosts = z
  .string()
  .refine(
    (text) => itemsOf(text).every((host) => /^[A-Za-z0-9.-]+(?::\d+)?$|^\[[0-9a-fA-F:]+\](?::\d+)?$/.test(host)),
    {
      error: (issue) =>
        `must be hosts, each with its port if it has one, separated by commas, not ${JSON.stringify(issue.input)}`,
    },
  )
  .transform(itemsOf);

/** A variable that is a list of mirrors with commas between. */
export const mirrors = z
  .string()
  .refine((text) => itemsOf(text).every((item) => parseRegistryMirror(item) !== undefined), {
    error: (issue) =>
      `must be REGISTRY=MIRROR, as docker.io=mirror.example.com/hub, separated by commas, not ${JSON.stringify(issue.input)}`,
  })
  .transform((text) =>
    itemsOf(text)
      .map(parseRegistryMirror)
      .filter((mirror) => mirror !== undefined)
      .reduce<Readonly<Record<string, readonly string[]>>>(withMirror, {}),
  );

function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
