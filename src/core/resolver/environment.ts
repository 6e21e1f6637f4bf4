import type { Build } from '../api/kpack/build.ts';
import type { EnvVar } from '../api/kubernetes/container.ts';
import { validateEnvVarSource } from '../api/kubernetes/env-rules.ts';
import { configKeyFault, invalidValue } from '../api/kubernetes/formats.ts';
import { fieldError, fieldNote, type FieldPath } from '../model/problem.ts';
import type { EnvironmentVariable } from '../model/resolved-build.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import { checkObjectName, type Report } from './report.ts';
import { credentialRefusals, secretRefusals } from './secret-refusals.ts';

/**
 * Resolves the user's variables. If two variables have the same name, the later one wins, as in a container. Buildpacks can
 * read a Secret that `env` names, so the rules for Secrets of bindings apply to it.
 */
export function resolveEnvironment(
  build: Build,
  objects: ReferencedObjects,
  envFromSecrets: boolean,
  report: Report,
): readonly EnvironmentVariable[] {
  const variables = build.spec.env ?? [];
  const latest = new Map(variables.map((variable) => [variable.name, variable]));
  for (const [index, variable] of variables.entries()) {
    check(variable, index, report);
    if (latest.get(variable.name) !== variable) {
      report(fieldNote(['spec', 'env', index], `${variable.name} is set again below, and the last value counts`));
    }
  }
  checkSecretKeys(build, objects, envFromSecrets, report);
  const isAbsent = (secret: string): boolean => objects.lacksSecret(build.metadata.namespace, secret);
  return [...latest.values()].flatMap((variable) => environmentVariable(variable, isAbsent));
}

function environmentVariable(
  { name, value, valueFrom }: EnvVar,
  isAbsent: (secret: string) => boolean,
): readonly EnvironmentVariable[] {
  if (valueFrom === undefined) return [{ name, value: value ?? '' }];
  const { secretKeyRef } = valueFrom;
  if (secretKeyRef === undefined) return [{ name, valueFrom }];
  const { name: secret = '', key, optional = false } = secretKeyRef;
  // A Secret of this name that is created later has not been checked, so the workload does not mount it.
  return optional && isAbsent(secret) ? [] : [{ name, secretKey: { secret, key, optional } }];
}

/** Reports invalid variables. A variable becomes a file in `<platform>/env`, so its name must be a valid file name. */
function check({ name, value = '', valueFrom }: EnvVar, index: number, report: Report): void {
  const path = ['spec', 'env', index];
  if (name === '') report(fieldError([...path, 'name'], 'missing field(s)'));
  else if (!/^[-._A-Za-z0-9]{1,255}$/.test(name) || name === '.' || name === '..') {
    report(fieldError([...path, 'name'], `invalid value: ${name}`, "must consist of letters, digits, '_', '-' or '.'"));
  }
  if (value !== '' && valueFrom !== undefined) {
    report(fieldError([...path, 'valueFrom'], 'may not be specified when `value` is not empty'));
  }
  for (const problem of valueFrom === undefined ? [] : validateEnvVarSource(valueFrom, [...path, 'valueFrom'])) {
    report(problem);
  }
}

/** The message of kpack since 0.17.2, which has no such setting. */
const NOT_ALLOWED =
  'secretKeyRef is not supported for build environment variables: bind the Secret with spec.services, or have the operator allow it with ENV_FROM_SECRETS';

function checkSecretKeys(build: Build, objects: ReferencedObjects, isAllowed: boolean, report: Report): void {
  const variables = (build.spec.env ?? []).flatMap(({ name, valueFrom }, index) =>
    valueFrom?.secretKeyRef === undefined ? [] : [{ name, ref: valueFrom.secretKeyRef, index }],
  );
  if (variables.length === 0) return;
  const refusalsOf = [secretRefusals(build, objects), credentialRefusals(build, objects)];
  for (const { name, ref, index } of variables) {
    const path: FieldPath = ['spec', 'env', index, 'valueFrom', 'secretKeyRef'];
    const { name: secret = '', key } = ref;
    if (!isAllowed) {
      report(fieldError(path, NOT_ALLOWED));
      continue;
    }
    if (secret === '') report(fieldError([...path, 'name'], 'missing field(s)'));
    else checkObjectName(secret, [...path, 'name'], report);
    for (const problem of invalidValue([...path, 'key'], key, configKeyFault(key))) report(problem);
    for (const refusal of refusalsOf.flatMap((refusals) => refusals(secret))) {
      report(fieldError(path, `build rejected: variable "${name}" uses ${refusal}`));
    }
  }
}
