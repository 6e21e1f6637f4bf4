import type { ApiObject } from '../api/read-objects.ts';
import { boundedNames } from '../model/bounded-messages.ts';
import { fieldError, type Problem } from '../model/problem.ts';
import { located } from './located.ts';
import { nameObject, shownName } from './object-name.ts';
import { isOldTekton } from './old-tekton/kinds.ts';
import { whyLeftOut } from './old-tekton/left-out-objects.ts';

/** True if the object becomes a workload, or an object that a workload of Tekton refers to. */
export function isTranslated(object: ApiObject): boolean {
  return object.kind === 'Build' || object.kind === 'Image' || isOldTekton(object);
}

/** Reports an input without any object to translate: one problem for each of its objects. */
export function nothingToTranslate(objects: readonly ApiObject[]): readonly Problem[] {
  if (objects.some(isTranslated)) return [];
  if (objects.length === 0)
    return [
      fieldError(
        [],
        'nothing to translate: the input contains no Build, no Image, and no Task or TaskRun of Tekton before v1; add a file with -f',
      ),
    ];
  const reasons = objects.map(reasonFor);
  return [...new Set(reasons)].flatMap((reason) => {
    const [first, ...others] = objects.filter((_, index) => reasons[index] === reason);
    if (first === undefined) return [];
    if (others.length < MANY) return [first, ...others].map((object) => notTranslated(object, reason));
    const names = boundedNames(others.map(shownObject), MANY);
    return [notTranslated(first, `${reason}; the same is true for ${others.length} more objects: ${names}`)];
  });
}

/** A file or folder with more objects of one kind gets one line for all. */
const MANY = 3;

function notTranslated(object: ApiObject, reason: string): Problem {
  return located(fieldError([], `nothing to translate: ${shownObject(object)} ${reason}`), object);
}

function shownObject(object: ApiObject): string {
  const { kind, name } = nameObject(object);
  return `${kind} ${JSON.stringify(object.kind === 'Other' ? shownName(object) : name)}`;
}

function reasonFor(object: ApiObject): string {
  const { apiVersion, kind } = nameObject(object);
  if (kind === 'Build' || kind === 'Image') {
    return `has the apiVersion ${apiVersion}; taskpack translates Builds and Images of kpack.io`;
  }
  const does = kind === 'PipelineResource' ? 'a TaskRun or PipelineRun that uses it' : 'a Build or an Image';
  return whyLeftOut(object) ?? `is not a workload; add ${does}`;
}
