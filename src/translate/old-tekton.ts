import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, fieldWarning, formatLocation, type FieldProblem } from '../model/problem.ts';
import { translateTask } from '../../translators/old-tekton/task.ts';
import { translateTaskRun } from '../../translators/old-tekton/task-run.ts';
import type { Translated } from '../../translators/old-tekton/problems.ts';
import type { ArtifactStorage, ReferencedTektonObjects } from '../../translators/old-tekton/referenced-objects.ts';
import { isJsonObject } from '../model/json.ts';
import { located } from './located.ts';
import { untranslatedKind } from './not-translated.ts';
import { generatedNameNote } from './object-name.ts';
import type { InputIndex } from './input-index.ts';
import type { TranslateOptions } from './options.ts';
import type { TranslatedInput } from './translate-build.ts';

type OldObject = Extract<ApiObject, { kind: 'Task' | 'TaskRun' }>;

/** Translates an object of Tekton before v1. Returns `undefined` for any other object. */
export function translateOldTekton(
  object: ApiObject,
  references: ReferencedTektonObjects,
  inputIndex: InputIndex,
  options: TranslateOptions,
): TranslatedInput | undefined {
  const untranslated = untranslatedKind(object);
  if (untranslated.length > 0) return { problems: untranslated, manifests: () => [] };
  if (object.kind !== 'Task' && object.kind !== 'TaskRun') return undefined;
  const { manifests, problems } = translated(object, references, options);
  return {
    problems: [
      ...problems,
      ...inapplicable(object, options),
      ...(object.kind === 'TaskRun' ? generatedNameNote(object) : []),
      ...duplicateOf(object, inputIndex),
    ].map((problem) => located(problem, object)),
    manifests: () => manifests,
    // A TaskRun fails if it is created before its Task.
    ...(object.kind === 'Task' && { isReferenced: true }),
  };
}

function translated(object: OldObject, references: ReferencedTektonObjects, options: TranslateOptions): Translated {
  const own = { stepsImage: options.images.steps, trustUnknownSshHosts: options.trustUnknownSshHosts };
  return object.kind === 'Task'
    ? translateTask({ task: object.value, version: object.writtenVersion }, references, own)
    : translateTaskRun(object.value, object.writtenVersion, references, own);
}

function inapplicable({ kind }: OldObject, { to }: TranslateOptions): readonly FieldProblem[] {
  return to === 'taskrun'
    ? []
    : [
        fieldWarning(
          ['kind'],
          `a ${kind} of Tekton cannot become a Pod, so it is translated to tekton.dev/v1; only Builds become Pods`,
        ),
      ];
}

/** Refuses an object that the input also contains in v1, because the two may differ. */
function duplicateOf({ kind, value: { metadata } }: OldObject, inputIndex: InputIndex): readonly FieldProblem[] {
  const other = inputIndex.get(`tekton.dev/v1/${kind}`, metadata.namespace, metadata.name ?? '');
  if (other === undefined) return [];
  const place = other.locate([]);
  const before = place === undefined ? '' : ` (at ${formatLocation(place)})`;
  return [
    fieldError(
      [],
      `${kind} "${metadata.name}" is in the input twice: also in tekton.dev/v1${before}; remove one of them`,
    ),
  ];
}

/** Returns the objects of the input that Tasks and TaskRuns of early Tekton can refer to. */
export function referencedTektonObjects(inputIndex: InputIndex): ReferencedTektonObjects {
  return {
    imageFacts: (image) => {
      const object = inputIndex.facts(image);
      return object?.kind === 'ImageFacts' ? object.value : undefined;
    },
    pipelineResource: (namespace, name) => {
      const object = inputIndex.get('PipelineResource', namespace, name);
      return object?.kind === 'PipelineResource' ? object.value.spec : undefined;
    },
    task: (namespace, name) => {
      const object = inputIndex.get('Task', namespace, name);
      return object?.kind === 'Task' ? { task: object.value, version: object.writtenVersion } : undefined;
    },
    artifacts: artifactStorage(inputIndex),
  };
}

/** Reads the two ConfigMaps of early Tekton in any namespace. Its default claims had 5Gi. */
function artifactStorage(inputIndex: InputIndex): ArtifactStorage {
  const bucket = configMapValue(inputIndex, 'config-artifact-bucket', 'location');
  const storageClassName = configMapValue(inputIndex, 'config-artifact-pvc', 'storageClassName');
  return {
    size: configMapValue(inputIndex, 'config-artifact-pvc', 'size') ?? '5Gi',
    ...(bucket !== undefined && { bucket }),
    ...(storageClassName !== undefined && { storageClassName }),
  };
}

function configMapValue(inputIndex: InputIndex, name: string, key: string): string | undefined {
  for (const object of inputIndex.all()) {
    if (object.kind !== 'Other' || object.kindName !== 'ConfigMap' || object.name !== name) continue;
    const data = isJsonObject(object.value) ? object.value['data'] : undefined;
    const value = isJsonObject(data) ? data[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
