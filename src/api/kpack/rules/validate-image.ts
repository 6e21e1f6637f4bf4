import { parseTag } from '../../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { Image } from '../image.ts';
import { validateCache } from './validate-cache.ts';
import { validateCnbBindings } from './validate-cnb-bindings.ts';
import { validateEnvironment } from './validate-environment.ts';
import { validateImageName } from './validate-image-name.ts';
import { validateNodeSelector } from './validate-node-selector.ts';
import { validateNotary } from './validate-notary.ts';
import { validateSource } from './validate-source.ts';
import { validateTag, validateTags } from './validate-tags.ts';
import { validateUniqueNames } from './validate-unique-names.ts';

const BUILDER_KINDS: readonly string[] = ['Builder', 'ClusterBuilder'];

/**
 * kpack's rules for a new Image (image_validation.go), as far as its schema does not say them. Not among them is the one
 * on StorageClasses, which only a cluster knows.
 */
export function validateImage(image: Image, writtenVersion: string): readonly FieldProblem[] {
  const { metadata, spec } = image;
  const isLegacyAllowed = writtenVersion === 'v1alpha1';
  return [
    ...validateTag(spec.tag, ['spec', 'tag']),
    ...validateTags(spec.additionalTags ?? [], ['spec', 'additionalTags']),
    ...validateRegistries(spec),
    ...validateBuilderKind(spec.builder.kind ?? ''),
    ...validateSource(spec.source, ['spec', 'source']),
    ...validateBuildTemplate(spec.build ?? {}, isLegacyAllowed),
    ...validateCache(spec.cache, ['spec', 'cache']),
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

function validateBuilderKind(kind: string): readonly FieldProblem[] {
  return BUILDER_KINDS.includes(kind) ? [] : [fieldError(['spec', 'builder', 'kind'], `invalid value: ${kind}`)];
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
    ...validateEnvironment(build.env ?? [], [...path, 'env']),
  ];
}

function validateCreationTime(time: string): readonly FieldProblem[] {
  if (time === 'now' || /^[+-]?\d{1,18}$/.test(time)) return [];
  return [fieldError(['spec', 'build', 'creationTime'], `invalid value: ${time}`)];
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
