import type { TaskContainer } from '../../src/core/api/tekton/task.ts';
import type { ImageFacts } from '../../src/core/api/taskpack/image-facts.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import type { Piece } from './problems.ts';
import type { ReferencedTektonObjects } from './referenced-objects.ts';

const NONE: Piece<JsonObject> = { value: {}, problems: [] };

/**
 * Returns the command of a step without one: the entrypoint of its image. With the command in the
 * Task, Tekton does not have to read it from the registry (tektoncd/pipeline, pkg/pod/entrypoint_lookup_impl.go).
 */
export function entrypointOf(
  step: TaskContainer,
  template: TaskContainer | undefined,
  path: FieldPath,
  { imageFacts }: Pick<ReferencedTektonObjects, 'imageFacts'>,
): Piece<JsonObject> {
  const image = step.image ?? template?.image;
  const isGiven = [step.command, template?.command].some((command) => (command ?? []).length > 0);
  if (image === undefined || isGiven || step.script !== undefined || step.ref !== undefined) return NONE;
  const at = [...path, 'image'];
  if (image.includes('$(') || image.includes('${')) {
    const message = `the entrypoint of ${image} is not known before the run, so Tekton has to read it from the registry; give the step a command`;
    return { value: {}, problems: [fieldWarning(at, message)] };
  }
  const facts = imageFacts(image);
  if (facts === undefined) return { value: {}, problems: [unknown(at, image)] };
  const hasArgs = (step.args ?? template?.args ?? []).length > 0;
  const command = commandOf(facts, hasArgs);
  const problems = problemsOf(command, image, at);
  return { value: problems.length > 0 ? {} : { command }, problems };
}

function commandOf({ entrypoint = [], command = [] }: ImageFacts, hasArgs: boolean): readonly string[] {
  if (entrypoint.length === 0) return command;
  return hasArgs ? entrypoint : [...entrypoint, ...command];
}

function unknown(path: FieldPath, image: string): FieldProblem {
  const way = `give the step a command, or run "taskpack inspect ${image} >> facts.yaml" and add -f facts.yaml, or omit --offline`;
  const message = `the step has no command, and the entrypoint of image ${image} is not known; ${way}`;
  return { ...fieldError(path, message), lacksFactsOf: image };
}

function problemsOf(command: readonly string[], image: string, path: FieldPath): readonly FieldProblem[] {
  if (command.length === 0) {
    return [fieldError(path, `image ${image} has neither an entrypoint nor a command; give the step a command`)];
  }
  const odd = command.find((word) => word.includes('$('));
  if (odd === undefined) return [];
  return [
    fieldError(
      path,
      `the entrypoint of image ${image} contains "$(" (${JSON.stringify(odd)}), which Tekton would replace; give the step a command`,
    ),
  ];
}
