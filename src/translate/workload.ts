import type { ApiObject } from '../api/read-objects.ts';
import type { Build } from '../api/kpack/build.ts';
import type { Manifest } from '../model/manifest.ts';
import type { FieldPath, FieldProblem, Location } from '../model/problem.ts';
import { firstBuild } from '../resolver/first-build.ts';
import { imagePath } from '../resolver/image-path.ts';
import type { World } from '../resolver/world.ts';
import { cacheClaim } from './cache-claim.ts';

/** A Build to translate, from a Build or made of an Image. */
export interface Workload {
  readonly build: Build;
  /** Objects that it needs beside what its translation makes. */
  readonly needs: readonly Manifest[];
  readonly problems: readonly FieldProblem[];
  locate(path: FieldPath): Location | undefined;
  /** The path in the object that was written. */
  writtenPath(path: FieldPath): FieldPath;
}

/** The workload that an object asks for, if it is of a kind that does. */
export function workloadOf(object: ApiObject, world: World, now: number | undefined): Workload | undefined {
  if (object.kind === 'Build') {
    return { build: object.value, needs: [], problems: [], locate: object.locate, writtenPath: (path) => path };
  }
  if (object.kind !== 'Image') return undefined;
  const problems: FieldProblem[] = [];
  const build = firstBuild(object.value, world, now, (problem) => void problems.push(problem));
  const needs = cacheClaim(object.value);
  return { build, needs, problems, locate: (path) => object.locate(imagePath(path)), writtenPath: imagePath };
}
