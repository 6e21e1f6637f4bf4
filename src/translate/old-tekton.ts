import type { ApiObject } from '../api/read-objects.ts';
import {
  fieldError,
  fieldNote,
  fieldWarning,
  formatLocation,
  type FieldPath,
  type FieldProblem,
  type Problem,
} from '../model/problem.ts';
import { translateTask } from '../../translators/old-tekton/task.ts';
import { translateTaskRun } from '../../translators/old-tekton/task-run.ts';
import type { Translated } from '../../translators/old-tekton/problems.ts';
import type { ArtifactStorage, OldTektonWorld } from '../../translators/old-tekton/world.ts';
import { isJsonObject } from '../model/json.ts';
import { generatedName } from './generated-name.ts';
import type { Inventory } from './inventory.ts';
import type { TranslateOptions } from './options.ts';
import type { TranslatedWorkload } from './translate-workload.ts';

type OldObject = Extract<ApiObject, { kind: 'Task' | 'TaskRun' }>;

/** Kinds of early Tekton that no one translates. */
const LEFT_ALONE: Readonly<Record<string, string>> = {
  ClusterTask: 'make it a Task, to which the resolver "cluster" leads from all namespaces',
  Condition: 'put a when expression on the task of the Pipeline',
  Pipeline: 'bind the workspaces and parameters that its Tasks have in place of resources, and write tekton.dev/v1',
  PipelineRun:
    'bind the workspaces and parameters that its Pipeline has in place of resources, and write tekton.dev/v1',
};

/** The translation of an object of Tekton before v1, if it is one. */
export function translateOldTekton(
  object: ApiObject,
  world: OldTektonWorld,
  inventory: Inventory,
  options: TranslateOptions,
): TranslatedWorkload | undefined {
  if (object.kind === 'Other') return leftAlone(object);
  if (object.kind !== 'Task' && object.kind !== 'TaskRun') return undefined;
  const { manifests, problems } = translated(object, world, options);
  return {
    problems: [...problems, ...inapplicable(object, options), ...renamed(object), ...twice(object, inventory)].map(
      (problem) => placed(problem, object),
    ),
    manifests: () => manifests,
  };
}

function translated(object: OldObject, world: OldTektonWorld, options: TranslateOptions): Translated {
  const own = { stepsImage: options.images.steps, trustUnknownSshHosts: options.trustUnknownSshHosts };
  return object.kind === 'Task'
    ? translateTask({ task: object.value, version: object.writtenVersion }, world, own)
    : translateTaskRun(object.value, object.writtenVersion, world, own);
}

function inapplicable({ kind }: OldObject, { to }: TranslateOptions): readonly FieldProblem[] {
  return to === 'taskrun'
    ? []
    : [fieldWarning(['kind'], `a ${kind} of Tekton stays one: a Pod is made of Builds alone`)];
}

function renamed(object: OldObject): readonly FieldProblem[] {
  if (object.kind !== 'TaskRun' || object.value.metadata.name !== generatedName(object.value)) return [];
  const message = `the run is printed as ${JSON.stringify(object.value.metadata.name)}, so that it can be applied; kubectl create would make a new name each time`;
  return [fieldNote(['metadata', 'generateName'], message)];
}

/** Today's form of it is in the input already, and may say something else. */
function twice({ kind, value: { metadata } }: OldObject, inventory: Inventory): readonly FieldProblem[] {
  const other = inventory.get(`tekton.dev/v1/${kind}`, metadata.namespace, metadata.name ?? '');
  if (other === undefined) return [];
  const place = other.locate([]);
  const before = place === undefined ? '' : ` (at ${formatLocation(place)})`;
  return [
    fieldError([], `${kind} "${metadata.name}" is there twice: it is among the input in tekton.dev/v1 too${before}`),
  ];
}

function placed(problem: FieldProblem, object: OldObject): Problem {
  const [first, ...others] = problem.paths;
  const location = object.locate(first);
  return {
    ...problem,
    paths: [object.writtenPath(first), ...others.map((path) => object.writtenPath(path))],
    ...(location !== undefined && { location }),
  };
}

function leftAlone(object: Extract<ApiObject, { kind: 'Other' }>): TranslatedWorkload | undefined {
  const { apiVersion, kindName, name } = object;
  const isOld = apiVersion === 'tekton.dev/v1alpha1' || apiVersion === 'tekton.dev/v1beta1';
  if (!isOld || !Object.hasOwn(LEFT_ALONE, kindName)) return undefined;
  const path: FieldPath = ['kind'];
  const location = object.locate(path);
  const message = `${kindName} ${JSON.stringify(name)} is not translated; ${LEFT_ALONE[kindName]}`;
  return {
    problems: [{ ...fieldWarning(path, message), ...(location !== undefined && { location }) }],
    manifests: () => [],
  };
}

/** What the input says to those who translate old Tasks. */
export function oldTektonWorld(inventory: Inventory): OldTektonWorld {
  return {
    imageFacts: (image) => {
      const object = inventory.facts(image);
      return object?.kind === 'ImageFacts' ? object.value : undefined;
    },
    pipelineResource: (namespace, name) => {
      const object = inventory.get('PipelineResource', namespace, name);
      return object?.kind === 'PipelineResource' ? object.value.spec : undefined;
    },
    task: (namespace, name) => {
      const object = inventory.get('Task', namespace, name);
      return object?.kind === 'Task' ? { task: object.value, version: object.writtenVersion } : undefined;
    },
    artifacts: artifactStorage(inventory),
  };
}

/** What the two ConfigMaps of early Tekton say, wherever it was installed; its own claims were of 5Gi. */
function artifactStorage(inventory: Inventory): ArtifactStorage {
  const bucket = configMapValue(inventory, 'config-artifact-bucket', 'location');
  const storageClassName = configMapValue(inventory, 'config-artifact-pvc', 'storageClassName');
  return {
    size: configMapValue(inventory, 'config-artifact-pvc', 'size') ?? '5Gi',
    ...(bucket !== undefined && { bucket }),
    ...(storageClassName !== undefined && { storageClassName }),
  };
}

function configMapValue(inventory: Inventory, name: string, key: string): string | undefined {
  for (const object of inventory.all()) {
    if (object.kind !== 'Other' || object.kindName !== 'ConfigMap' || object.name !== name) continue;
    const data = isJsonObject(object.value) ? object.value['data'] : undefined;
    const value = isJsonObject(data) ? data[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
