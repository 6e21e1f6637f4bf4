import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { ObjectMeta } from '../kubernetes/object-meta.ts';
import type { Build, BuildBuilder } from './build.ts';
import {
  validateCache,
  validateCacheTag,
  validateCnbBindings,
  validateNodeSelector,
  validateNotary,
  validateSource,
  validateUniqueNames,
} from './build-template-rules.ts';
import { validateImageReference, validateTags } from './image-reference-rules.ts';

/** Checks a Build by kpack's rules (build_validation.go) that the schema does not express. Messages are kpack's. */
export function validateBuild(build: Build, writtenVersion: string): readonly FieldProblem[] {
  const { metadata, spec } = build;
  const isLegacyAllowed = writtenVersion === 'v1alpha1' || isWrittenByKpack(metadata);
  return [
    ...(spec.tags.length === 0 ? [fieldError(['spec', 'tags'], 'missing field(s)')] : []),
    ...validateTags(spec.tags, ['spec', 'tags']),
    ...validateCache(spec.cache, ['spec', 'cache']),
    ...validateCacheTag(spec.cache?.registry?.tag, spec.tags, spec.source?.registry?.image, ['spec', 'cache']),
    ...validateBuilder(spec.builder),
    ...validateSource(spec.source, ['spec', 'source']),
    ...validateUniqueNames(spec.services ?? [], 'service', ['spec', 'services']),
    ...validateImageReference(spec.lastBuild?.image, ['spec', 'lastBuild', 'image']),
    ...validateCnbBindings(spec.cnbBindings ?? [], isLegacyAllowed, ['spec', 'cnbBindings']),
    ...validateNodeSelector(spec.nodeSelector, ['spec', 'nodeSelector']),
    ...validateNotary(spec.notary, isLegacyAllowed, ['spec', 'notary']),
  ];
}

// kpack allows deprecated fields if its controller is the author. A file does not contain the author, so this function
// checks for an Image as controlling owner, which only kpack's controller sets.
function isWrittenByKpack({ ownerReferences = [] }: ObjectMeta): boolean {
  return ownerReferences.some(
    ({ apiVersion, kind, controller = false }) => controller && kind === 'Image' && apiVersion.startsWith('kpack.io/'),
  );
}

function validateBuilder({ image, ref }: BuildBuilder): readonly FieldProblem[] {
  const isBoth = image !== undefined && ref !== undefined;
  const problems = validateImageReference(image, ['spec', 'builder', 'image']);
  if (!isBoth && (image !== undefined || ref !== undefined)) return problems;
  const paths = [
    ['spec', 'builder', 'image'],
    ['spec', 'builder', 'ref'],
  ] as const;
  if (isBoth) return [{ severity: 'error', paths, message: 'expected exactly one, got both' }, ...problems];
  const details = 'set builder.image, or builder.ref with kind and name';
  return [{ severity: 'error', paths, message: 'missing field(s)', details }, ...problems];
}
