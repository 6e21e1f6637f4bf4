import { parseTag } from '../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import { labelValueFault } from '../kubernetes/formats.ts';
import type { Image } from './image.ts';
import { validateKind } from './kind-rules.ts';
import {
  validateCache,
  validateCacheTag,
  validateCnbBindings,
  validateNodeSelector,
  validateNotary,
  validateSource,
  validateUniqueNames,
} from './build-template-rules.ts';
import { validateTag, validateTags } from './image-reference-rules.ts';

const BUILDER_KINDS: readonly string[] = ['Builder', 'ClusterBuilder'];

/**
 * Checks an Image by kpack's rules (image_validation.go) that the schema does not express. Messages are kpack's. The
 * rule for StorageClasses is omitted, because it needs a cluster.
 */
export function validateImage(image: Image, writtenVersion: string): readonly FieldProblem[] {
  const { metadata, spec } = image;
  const isLegacyAllowed = writtenVersion === 'v1alpha1';
  return [
    ...validateTag(spec.tag, ['spec', 'tag']),
    ...validateNumberedTag(spec),
    ...validateTags(spec.additionalTags ?? [], ['spec', 'additionalTags']),
    ...validateRegistries(spec),
    ...validateKind(spec.builder.kind ?? '', BUILDER_KINDS, ['spec', 'builder', 'kind']),
    ...validateSource(spec.source, ['spec', 'source']),
    ...validateBuildTemplate(spec.build ?? {}, isLegacyAllowed),
    ...validateCache(spec.cache, ['spec', 'cache']),
    ...validateCacheTag(
      spec.cache?.registry?.tag,
      [spec.tag, ...(spec.additionalTags ?? [])],
      spec.source.registry?.image,
      ['spec', 'cache'],
    ),
    ...validateNotary(spec.notary, isLegacyAllowed, ['spec', 'notary']),
    ...validateCosign(spec.cosign?.annotations ?? []),
    ...validateHistoryLimit(spec.failedBuildHistoryLimit, 'failedBuildHistoryLimit'),
    ...validateHistoryLimit(spec.successBuildHistoryLimit, 'successBuildHistoryLimit'),
    ...validateImageName(metadata.name),
  ];
}

function validateRegistries({ tag, additionalTags = [] }: Image['spec']): readonly FieldProblem[] {
  const expected = parseTag(tag)?.registry;
  const got = additionalTags
    .map((additional) => parseTag(additional)?.registry)
    .find((registry) => registry !== undefined && registry !== expected);
  if (expected === undefined || got === undefined) return [];
  const message = 'all additionalTags must have the same registry as tag';
  return [fieldError(['spec', 'additionalTags'], message, `expected registry: ${expected}, got: ${got}`)];
}

/** The longest tag of the distribution specification, without `-bNUMBER.20060102.150405` for a number of ten digits. */
const LONGEST_NUMBERED_TAG = 128 - 28;

/** kpack accepts the Image, and no Build can be created. */
function validateNumberedTag({ tag, imageTaggingStrategy }: Image['spec']): readonly FieldProblem[] {
  const length = parseTag(tag)?.tag?.length ?? 0;
  if (imageTaggingStrategy === 'None' || length <= LONGEST_NUMBERED_TAG) return [];
  const limit = `the tag has ${length} characters, and each Build adds its number and time, so at most ${LONGEST_NUMBERED_TAG} are allowed`;
  return [
    fieldError(
      ['spec', 'tag'],
      `invalid value: ${tag}`,
      `${limit}: shorten the tag, or set imageTaggingStrategy to None`,
    ),
  ];
}

function validateBuildTemplate(
  build: NonNullable<Image['spec']['build']>,
  isLegacyAllowed: boolean,
): readonly FieldProblem[] {
  const path: FieldPath = ['spec', 'build'];
  return [
    ...validateNodeSelector(build.nodeSelector, [...path, 'nodeSelector']),
    ...validateCreationTime(build.creationTime ?? 'now'),
    ...validateUniqueNames(build.services ?? [], 'service', [...path, 'services']),
    ...validateCnbBindings(build.cnbBindings ?? [], isLegacyAllowed, [...path, 'cnbBindings']),
  ];
}

function validateCreationTime(time: string): readonly FieldProblem[] {
  if (time === 'now' || /^[+-]?\d{1,18}$/.test(time)) return [];
  return [
    fieldError(['spec', 'build', 'creationTime'], `invalid value: ${time}`, "must be 'now' or seconds since 1970"),
  ];
}

function validateCosign(annotations: readonly { name?: string; value?: string }[]): readonly FieldProblem[] {
  return annotations.flatMap((annotation, index) =>
    (['name', 'value'] as const)
      .filter((field) => annotation[field] === undefined)
      .map((field) => fieldError(['spec', 'cosign', 'annotations', index, field], 'missing field(s)')),
  );
}

function validateHistoryLimit(limit: number, field: string): readonly FieldProblem[] {
  return limit < 1 ? [fieldError(['spec', field], 'build history limit must be greater than 0')] : [];
}

/** Checks the name of an Image. The name must be a valid label value, because kpack labels Builds with it. */
function validateImageName(name: string): readonly FieldProblem[] {
  const details = labelValueFault(name);
  if (details === undefined) return [];
  return [fieldError(['metadata', 'name'], `invalid image name: ${name}, name must be a valid label`, details)];
}
