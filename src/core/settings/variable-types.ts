import * as z from 'zod';
import { isRepositoryPattern } from '../model/repository-patterns.ts';
import { parseImageReference, readImageReference } from '../model/image-reference.ts';
import { parseLifecycleImage, type LifecycleImage } from '../model/lifecycle-images.ts';
import { alternatives } from '../model/alternatives.ts';
import { parseQuantity } from '../model/quantity.ts';
import { isRefusedKey } from '../model/refused-keys.ts';
import { parseSystemBuildpack, type SystemBuildpack } from '../model/system-buildpacks.ts';
import { parseRegistryMirror, withMirror } from '../model/registry-mirror.ts';

/** An image reference. */
export const image = z.string().refine((text) => parseImageReference(text) !== undefined, {
  error: ({ input }) => {
    const reading = readImageReference(String(input));
    return `must be an image reference, not ${JSON.stringify(input)}${'fault' in reading ? `: ${reading.fault}` : ''}`;
  },
});

/** One of these words. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: (issue) => `must be ${alternatives(choices)}, not ${JSON.stringify(issue.input)}` });
}

/** `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

/** A whole number in this range. The unit is for the message, such as `of seconds `. */
export function integer(least: number, most: number, unit = '') {
  return (
    z
      .string()
      .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most, {
        error: (issue) => `must be a whole number ${unit}from ${least} to ${most}, not ${JSON.stringify(issue.input)}`,
      })
      // For JSON Schema, which cannot express a refinement.
      .meta({ pattern: '^[0-9]{1,10}$' })
      .transform(Number)
  );
}

/** A number of bytes, written as a Kubernetes quantity. */
export const bytes = z
  .string()
  .refine((text) => wholeBytes(text) !== undefined, {
    error: (issue) => `must be a number of bytes such as 500Mi or 10Gi, not ${JSON.stringify(issue.input)}`,
  })
  .transform((text) => wholeBytes(text) ?? 0);

function wholeBytes(text: string): number | undefined {
  const { nano = 0n } = parseQuantity(text) ?? {};
  const number = Number(nano / 1_000_000_000n);
  return nano % 1_000_000_000n === 0n && number > 0 && Number.isSafeInteger(number) ? number : undefined;
}

/** 11 days, less than the 24 days that Node's timers support. */
const MAX_SECONDS = 1_000_000;

/** A duration in whole seconds. */
export const seconds = integer(1, MAX_SECONDS, 'of seconds ');

/** A time (RFC 3339), in milliseconds since 1970. */
export const time = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, {
    error: (issue) => `must be a time such as 2026-01-02T03:04:05Z, not ${JSON.stringify(issue.input)}`,
  })
  .transform((text) => Date.parse(text));

/** The name of a namespace (RFC 1123 label). */
export const label = z.string().refine((text) => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text), {
  error: (issue) => `must be a name of lower-case letters, digits and hyphens, not ${JSON.stringify(issue.input)}`,
});

/** A host with an optional port. An IPv6 address is in brackets. */
const HOST = /^[A-Za-z0-9.-]+(?::\d+)?$|^\[[0-9a-fA-F:]+\](?::\d+)?$/;

/** Hosts, separated by commas. */
export const hosts = listOf((host) => HOST.test(host), 'hosts with optional ports').transform(itemsOf);

/** Hosts, addresses and networks, separated by commas. */
export const addresses = listOf(isAddressItem, 'hosts, addresses or CIDRs such as 10.0.0.0/8').transform(itemsOf);

/** Most commands need no schema of addresses, and creating it takes 2 ms. So it is created for each item. */
function isAddressItem(item: string): boolean {
  return HOST.test(item) || z.union([z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(item).success;
}

/** A key of an annotation with an optional prefix, or `PREFIX/*` for all keys with a prefix. */
const ANNOTATION = /^(?:[A-Za-z0-9][A-Za-z0-9.-]*\/)?[A-Za-z0-9][A-Za-z0-9._-]*$|^[A-Za-z0-9][A-Za-z0-9.-]*\/\*$/;

/** Keys and prefixes of annotations, separated by commas. */
export const annotations = listOf(
  (item) => ANNOTATION.test(item),
  'keys of annotations or prefixes such as example.com/*',
)
  .refine((text) => !itemsOf(text).some(isRefusedKey), {
    error: ({ input }) =>
      `names ${itemsOf(String(input)).filter(isRefusedKey).join(' and ')}, which no Pod gets from its Build; leave out such keys`,
  })
  .transform(itemsOf);

/** Repositories of images, separated by commas. Each names its registry. */
export const repositoryPatterns = listOf(
  isRepositoryPattern,
  'repositories such as registry.example.com/platform/builder or registry.example.com/platform/*',
  '; each names its registry, and no tag or digest',
).transform(itemsOf);

/** Buildpacks that every group gets, separated by commas. No buildpack may have two entries. */
export const systemBuildpacks = listOf(
  (item) => parseSystemBuildpack(item) !== undefined,
  'buildpacks such as pre:example/certificates@1.2.0 or post:example/agent:optional',
)
  .refine((text) => isUnique(systemBuildpacksIn(text).map(({ id }) => id)), {
    error: 'names one buildpack twice; keep one of the entries',
  })
  .transform(systemBuildpacksIn);

function systemBuildpacksIn(text: string): readonly SystemBuildpack[] {
  return itemsOf(text).flatMap((item) => parseSystemBuildpack(item) ?? []);
}

/** Registry mirrors, separated by commas. */
export const mirrors = listOf(
  (item) => parseRegistryMirror(item) !== undefined,
  'REGISTRY=MIRROR pairs such as docker.io=mirror.example.com/hub',
).transform((text) =>
  itemsOf(text)
    .map(parseRegistryMirror)
    .filter((mirror) => mirror !== undefined)
    .reduce<Readonly<Record<string, readonly string[]>>>(withMirror, {}),
);

/** Lifecycle images by version, separated by commas. No version may have two images. */
export const lifecycleImages = listOf(
  (item) => parseLifecycleImage(item) !== undefined,
  'VERSION=IMAGE pairs such as 0.20.12=docker.io/buildpacksio/lifecycle@sha256:…',
  '; each image needs a digest, and VERSION may end with /amd64 or /arm64',
)
  .refine((text) => isUnique(lifecycleImagesIn(text).map(({ key }) => key)), {
    error: 'names two images for one version; keep one of them',
  })
  .transform((text) => Object.fromEntries(lifecycleImagesIn(text).map(({ key, image: name }) => [key, name])));

function lifecycleImagesIn(text: string): readonly LifecycleImage[] {
  return itemsOf(text)
    .map(parseLifecycleImage)
    .filter((item) => item !== undefined);
}

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Items separated by commas. The error quotes only the invalid items. */
export function listOf(isItem: (item: string) => boolean, meaning: string, advice = '') {
  const invalidItems = (text: unknown): readonly string[] => itemsOf(String(text)).filter((item) => !isItem(item));
  return z.string().refine((text) => invalidItems(text).length === 0, {
    error: ({ input }) =>
      `must be ${meaning}, separated by commas, not ${invalidItems(input)
        .map((item) => JSON.stringify(item))
        .join(' and ')}${advice}`,
  });
}

/** Returns the items of a list that is separated by commas. */
export function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The name of a Secret (RFC 1123 subdomain). */
export const secretName = z
  .string()
  .refine((text) => text.length <= 253 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text), {
    error: ({ input }) =>
      `must be the name of a Secret: at most 253 lower-case letters, digits, hyphens and dots, not ${JSON.stringify(input)}`,
  });
