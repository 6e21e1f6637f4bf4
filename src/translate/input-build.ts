import type { ApiObject } from '../api/read-objects.ts';
import type { Build } from '../api/kpack/build.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { fieldNote, type FieldPath, type FieldProblem, type Location } from '../model/problem.ts';
import { cacheClaimName, imagePath, nextBuild } from '../resolver/next-build.ts';
import type { ReferencedObjects } from '../resolver/referenced-objects.ts';
import { generatedNameNote } from './object-name.ts';
import type { Image } from '../api/kpack/image.ts';

/** A Build to translate: a Build of the input, or the next Build of an Image. */
export interface InputBuild {
  readonly build: Build;
  /** Objects that the Build needs in addition to those of its translation. */
  readonly needs: readonly Manifest[];
  readonly problems: readonly FieldProblem[];
  /** Returns the place of a field of the Build in the source document. */
  locate(path: FieldPath): Location | undefined;
  /** Returns the path of a field of the Build in the source document's object. */
  writtenPath(path: FieldPath): FieldPath;
}

/** Returns the Build to translate for a Build or an Image, or `undefined` for any other object. */
export function inputBuildOf(
  object: ApiObject,
  references: ReferencedObjects,
  now: number | undefined,
): InputBuild | undefined {
  if (object.kind === 'Build') {
    const problems = generatedNameNote(object);
    return { build: object.value, needs: [], problems, locate: object.locate, writtenPath: (path) => path };
  }
  if (object.kind !== 'Image') return undefined;
  const problems: FieldProblem[] = [...generatedNameNote(object), ...unusedLimits(object.value)];
  const build = nextBuild(object.value, references, now, (problem) => void problems.push(problem));
  const needs = cacheClaim(object.value);
  return { build, needs, problems, locate: (path) => object.locate(imagePath(path)), writtenPath: imagePath };
}

/** kpack's webhook sets this limit, so an Image has it although its author may not have written it. */
const DEFAULT_LIMIT = 10;

function unusedLimits({ spec }: Image): readonly FieldProblem[] {
  return (['failedBuildHistoryLimit', 'successBuildHistoryLimit'] as const)
    .filter((field) => spec[field] !== DEFAULT_LIMIT)
    .map((field) =>
      fieldNote(['spec', field], 'has no effect, because nothing deletes the Builds of an Image that is translated'),
    );
}

/** Returns the PersistentVolumeClaim that kpack's Image controller creates for a volume cache (kpack, image_builds.go). */
function cacheClaim(image: Image): readonly Manifest[] {
  const { metadata, spec, apiVersion, kind } = image;
  const { namespace, labels = {}, uid, name } = metadata;
  const { size, storageClassName = '' } = spec.cache?.volume ?? {};
  if (size === undefined) return [];
  const owner = { apiVersion, kind, name, uid: uid ?? '', controller: true, blockOwnerDeletion: true };
  const claim: Manifest = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: cacheClaimName(image),
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(uid !== undefined && { ownerReferences: [owner] }),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName !== '' && { storageClassName }),
    },
  };
  return [claim];
}
