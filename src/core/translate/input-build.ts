import type { ApiObject } from '../api/read-objects.ts';
import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { cacheClaim } from '../images/cache-claim.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { fieldNote, type FieldPath, type FieldProblem, type Location } from '../model/problem.ts';
import type { ReferencedObjects } from '../resolver/referenced-objects.ts';
import { imageBuild, imagePath, type BuildsByImage } from './image-build.ts';
import { generatedNameNote } from './object-name.ts';

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
  builds: BuildsByImage,
  now: number | undefined,
): InputBuild | undefined {
  if (object.kind === 'Build') {
    const problems = generatedNameNote(object);
    return { build: object.value, needs: [], problems, locate: object.locate, writtenPath: (path) => path };
  }
  if (object.kind !== 'Image') return undefined;
  const { build, problems } = imageBuild(object.value, references, builds(object.value), now);
  const claim = cacheClaim(object.value);
  return {
    build,
    needs: claim === undefined ? [] : [claim],
    problems: [...generatedNameNote(object), ...unusedLimits(object.value), ...problems],
    locate: (path) => object.locate(imagePath(path)),
    writtenPath: imagePath,
  };
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
