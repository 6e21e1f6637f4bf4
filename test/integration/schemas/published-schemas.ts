import { Ajv, type ErrorObject } from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { moduleFolder } from '../../cluster/programs/module-folder.ts';
import { forbidUnknown } from './strict-schema.ts';

/** Returns the validation errors of an object by its publisher's schema. */
export type Validator = (object: unknown) => readonly string[];

/** Kubernetes' schema of a core kind (api/openapi-spec). Unknown fields are errors. */
export function coreValidator(kind: string): Validator {
  const file = path.join(moduleFolder('cluster', 'k8s.io/kubernetes'), 'api/openapi-spec/v3/api__v1_openapi.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: unknown };
  return validator({ components, $ref: `#/components/schemas/io.k8s.api.core.v1.${kind}` });
}

/**
 * Tekton's schema of a TaskRun (config/300-crds). It does not validate the embedded task, so the test applies the schema
 * of Tasks.
 */
export function taskRunValidator(): Validator {
  const taskRun = validator(crdSchema('300-taskrun.yaml'));
  const task = validator(crdSchema('300-task.yaml'));
  return (object) => [...taskRun(object), ...task({ kind: 'Task', spec: embeddedTask(object) })];
}

function embeddedTask(object: unknown): unknown {
  return (object as { readonly spec: { readonly taskSpec: unknown } }).spec.taskSpec;
}

interface CustomResourceDefinition {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: object } }[];
  };
}

function crdSchema(name: string): object {
  const file = path.join(moduleFolder('cluster', 'github.com/tektoncd/pipeline'), 'config/300-crds', name);
  const [document] = parseYaml(readFileSync(file, 'utf8'), file).documents;
  const definition = document?.value as CustomResourceDefinition;
  const version = definition.spec.versions.find((candidate) => candidate.name === 'v1');
  if (version === undefined) throw new Error(`${file} has no version v1`);
  return version.schema.openAPIV3Schema;
}

function validator(schema: object): Validator {
  const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(forbidUnknown(schema) as object);
  return (object) => (validate(object) ? [] : (validate.errors ?? []).map(complaint));
}

function complaint({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}
