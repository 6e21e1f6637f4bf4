import type { TaskContainer } from '../../src/api/tekton/task-spec.ts';
import type { ImageFacts } from '../../src/api/taskpack/image-facts.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import type { Piece } from './problems.ts';
import type { OldTektonWorld } from './world.ts';

const NONE: Piece<JsonObject> = { value: {}, problems: [] };

/**
 * The command of a step that leaves it to its image: what Tekton would ask the registry for (tektoncd/pipeline,
 * pkg/pod/entrypoint_lookup_impl.go), so that it need not.
 */
export function entrypointOf(
  step: TaskContainer,
  template: TaskContainer | undefined,
  path: FieldPath,
  { imageFacts }: Pick<OldTektonWorld, 'imageFacts'>,
): Piece<JsonObject> {
  const image = step.image ?? template?.image;
  const isGiven = [step.command, template?.command].some((command) => (command ?? []).length > 0);
  if (image === undefined || isGiven || step.script !== undefined || step.ref !== undefined) return NONE;
  const at = [...path, 'image'];
  if (image.includes('$(') || image.includes('${')) {
    const message = `Tekton will ask a registry what ${image} runs, which is not known before; give the step a command to spare that`;
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
  const way = `give the step a command, run "taskpack inspect ${image} > facts.yaml" and add -f facts.yaml, or leave out --offline`;
  const message = `the step leaves its command to image ${image}, of which nothing is known: ${way}`;
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
      `Tekton would replace the "$(" in ${JSON.stringify(odd)}, which image ${image} runs; give the step a command`,
    ),
  ];
}
