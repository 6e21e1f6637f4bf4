import { fieldError, type FieldProblem } from '../../../model/problem.ts';
import type { ObjectMeta } from '../../meta/object-meta.ts';
import type { BuildBuilder } from '../build-builder.ts';
import type { Build } from '../build.ts';
import { validateCache } from './validate-cache.ts';
import { validateCnbBindings } from './validate-cnb-bindings.ts';
import { validateEnvironment } from './validate-environment.ts';
import { validateImageReference } from './validate-image-reference.ts';
import { validateNodeSelector } from './validate-node-selector.ts';
import { validateNotary } from './validate-notary.ts';
import { validateSource } from './validate-source.ts';
import { validateTags } from './validate-tags.ts';
import { validateUniqueNames } from './validate-unique-names.ts';

/** kpack's rules for a new Build (build_validation.go), as far as its schema does not say them. */
export function validateBuild(build: Build, writtenVersion: string): readonly FieldProblem[] {
  const { metadata, spec } = build;
  const isLegacyAllowed = writtenVersion === 'v1alpha1' || isWrittenByKpack(metadata);
  return [
    ...(spec.tags.length === 0 ? [fieldError(['spec', 'tags'], 'missing field(s)')] : []),
    ...validateTags(spec.tags, ['spec', 'tags']),
    ...validateCache(spec.cache, ['spec', 'cache']),
    ...validateBuilder(spec.builder),
    ...validateSource(spec.source, ['spec', 'source']),
    ...validateUniqueNames(spec.services ?? [], 'service', ['spec', 'services']),
    ...validateLastBuild(spec.lastBuild?.image),
    ...validateCnbBindings(spec.cnbBindings ?? [], isLegacyAllowed, ['spec', 'cnbBindings']),
    ...validateNodeSelector(spec.nodeSelector, ['spec', 'nodeSelector']),
    ...validateEnvironment(spec.env ?? [], ['spec', 'env']),
    ...validateNotary(spec.notary, isLegacyAllowed, ['spec', 'notary']),
  ];
}

// kpack knows its own writes by the user name, which no file holds; what only its controller does is own Builds by Images.
function isWrittenByKpack({ ownerReferences = [] }: ObjectMeta): boolean {
  return ownerReferences.some(
    ({ apiVersion, kind, controller = false }) => controller && kind === 'Image' && apiVersion.startsWith('kpack.io/'),
  );
}

function validateBuilder({ image, ref }: BuildBuilder): readonly FieldProblem[] {
  const isBoth = image !== undefined && ref !== undefined;
  const problems = image === undefined ? [] : validateImageReference(image, ['spec', 'builder', 'image']);
  if (!isBoth && (image !== undefined || ref !== undefined)) return problems;
  const paths = [
    ['spec', 'builder', 'image'],
    ['spec', 'builder', 'ref'],
  ] as const;
  const message = isBoth ? 'expected exactly one, got both' : 'missing field(s)';
  return [{ severity: 'error', paths, message }, ...problems];
}

function validateLastBuild(image: string | undefined): readonly FieldProblem[] {
  return image === undefined ? [] : validateImageReference(image, ['spec', 'lastBuild', 'image']);
}
