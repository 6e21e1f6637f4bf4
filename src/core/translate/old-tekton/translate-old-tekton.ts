import type { ApiObject } from '../../api/read-objects.ts';
import { fieldError, fieldWarning, formatLocation, type FieldProblem, type Problem } from '../../model/problem.ts';
import { omittedMetadata } from '../../../../translators/old-tekton/metadata.ts';
import { translatePipeline } from '../../../../translators/old-tekton/pipeline.ts';
import { translatePipelineRun } from '../../../../translators/old-tekton/pipeline-run.ts';
import { translateTask } from '../../../../translators/old-tekton/task.ts';
import { translateTaskRun } from '../../../../translators/old-tekton/task-run.ts';
import type { Translated } from '../../../../translators/old-tekton/problems.ts';
import type { ReferencedTektonObjects } from '../../../../translators/old-tekton/referenced-objects.ts';
import { located } from '../located.ts';
import { generatedNameNote } from '../object-name.ts';
import type { InputIndex } from '../input-index.ts';
import type { TranslateOptions } from '../options.ts';
import type { TranslatedInput } from '../translate-build.ts';
import { isOldRun, isOldTekton, type OldTektonObject } from './kinds.ts';
import { untranslatedKind } from './left-out-objects.ts';
import { referencedTektonObjects } from './referenced-objects.ts';

/** Translates the objects of Tekton before v1. Other objects have no entry. */
export function translateOldTekton(
  inputIndex: InputIndex,
  options: TranslateOptions,
): ReadonlyMap<ApiObject, TranslatedInput> {
  const references = referencedTektonObjects(inputIndex);
  return new Map(
    [...inputIndex.all()].flatMap((object) => {
      const translation = translateObject(object, references, inputIndex, options);
      return translation === undefined ? [] : [[object, translation] as const];
    }),
  );
}

/** Returns the errors of old Tasks, which refer to no other object, so that an invalid object elsewhere does not hide them. */
export function errorsOfOldTasks(inputIndex: InputIndex, options: TranslateOptions): readonly Problem[] {
  return [...translateOldTekton(inputIndex, options)]
    .filter(([{ kind }]) => kind === 'Task' || kind === 'ClusterTask')
    .flatMap(([, { problems }]) => problems)
    .filter(({ severity, lacksFactsOf }) => severity === 'error' && lacksFactsOf === undefined);
}

function translateObject(
  object: ApiObject,
  references: ReferencedTektonObjects,
  inputIndex: InputIndex,
  options: TranslateOptions,
): TranslatedInput | undefined {
  const untranslated = untranslatedKind(object);
  if (untranslated.length > 0) return { problems: untranslated, ownNames: [], manifests: () => [] };
  if (!isOldTekton(object)) return undefined;
  const { manifests, problems } = translated(object, references, options);
  return {
    problems: [
      ...problems,
      ...omittedMetadata(object.value.metadata),
      ...inapplicable(object, options),
      ...(isOldRun(object) ? generatedNameNote(object) : []),
      ...duplicateOf(object, inputIndex),
    ].map((problem) => located(problem, object)),
    ownNames: manifests,
    manifests: () => manifests,
    // A run fails if it is created before its Task or Pipeline.
    ...(!isOldRun(object) && { isReferenced: true }),
  };
}

function translated(
  object: OldTektonObject,
  references: ReferencedTektonObjects,
  options: TranslateOptions,
): Translated {
  const version = object.writtenVersion;
  switch (object.kind) {
    case 'Task':
    case 'ClusterTask':
      return translateTask({ task: object.value, version }, references, options);
    case 'TaskRun':
      return translateTaskRun(object.value, version, references, options);
    case 'Pipeline':
      return translatePipeline({ pipeline: object.value, version }, references, options);
    case 'PipelineRun':
      return translatePipelineRun(object.value, version, references, options);
  }
}

function inapplicable({ kind }: OldTektonObject, { to }: TranslateOptions): readonly FieldProblem[] {
  return to === 'taskrun'
    ? []
    : [
        fieldWarning(
          ['kind'],
          `a ${kind} of Tekton cannot become a Pod, so it is translated to tekton.dev/v1; only Builds become Pods`,
        ),
      ];
}

/** Refuses an object that the input also contains in v1, and a ClusterTask with the name of a Task, because the two may differ. */
function duplicateOf({ kind, value: { metadata } }: OldTektonObject, inputIndex: InputIndex): readonly FieldProblem[] {
  const { namespace, name = '' } = metadata;
  if (kind === 'ClusterTask') {
    const task = inputIndex.get('Task', namespace, name) ?? inputIndex.get('tekton.dev/v1/Task', namespace, name);
    if (task === undefined) return [];
    const message = `ClusterTask "${name}" becomes a Task, but the input has a Task of this name${placeOf(task)}; rename one of them`;
    return [fieldError(['metadata', 'name'], message)];
  }
  const other = inputIndex.get(`tekton.dev/v1/${kind}`, namespace, name);
  if (other === undefined) return [];
  const message = `${kind} "${name}" is in the input twice: also in tekton.dev/v1${placeOf(other)}; remove one of them`;
  return [fieldError([], message)];
}

function placeOf({ locate }: ApiObject): string {
  const place = locate([]);
  return place === undefined ? '' : ` (at ${formatLocation(place)})`;
}
