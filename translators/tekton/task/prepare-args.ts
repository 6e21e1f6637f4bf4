import type { TaskBuilder } from '../../../src/model/task-builder.ts';
import { PARAMETERS, type Parameter } from './parameter.ts';
import { PLATFORM_SOURCE } from './platform-source.ts';
import { pathOfWorkspace, prepareResults, valueOf } from './substitutions.ts';
import type { TaskKind } from './task-kind.ts';

/**
 * What a run's parameters and workspaces tell prepare: an argument each, and what an array holds behind all others. So no
 * value is ever part of a script or taken for an option.
 */
export function prepareArgs(kind: TaskKind, builder: TaskBuilder | undefined): readonly string[] {
  const parameters = PARAMETERS.filter((one) => isOf(one, kind, builder));
  return [
    `-task=${kind}`,
    ...(builder === undefined ? [] : builderArgs(builder)),
    ...parameters.flatMap((one) => (one.flag === undefined ? [] : [`-${one.flag}=${valueOf(one)}`])),
    ...(kind === 'build' ? sourceArgs() : []),
    `-credentials=${pathOfWorkspace('dockerconfig')}`,
    '-account-credentials=$(credentials.path)/.docker',
    '-account-token=/var/run/secrets/kubernetes.io/serviceaccount/token',
    ...prepareResults(kind).map(({ name }) => `-result=${name}=$(step.results.${name}.path)`),
    '--',
    ...parameters.filter((one) => typeof one.default === 'object').map(valueOf),
  ];
}

/** Prepare does not see bindings, but has to know whether something else would be in their place. */
function sourceArgs(): readonly string[] {
  return [
    `-source=${pathOfWorkspace('source')}`,
    `-platform=${PLATFORM_SOURCE.mountPath}`,
    `-bindings=${pathOfWorkspace('bindings')}`,
  ];
}

/** Whether a Task has a parameter. */
export function isOf({ of, ofAnyBuilder }: Parameter, kind: TaskKind, builder: TaskBuilder | undefined): boolean {
  return of.includes(kind) && (builder === undefined || ofAnyBuilder === undefined);
}

function builderArgs({ image, uid, gid, platformApi, runImage }: TaskBuilder): readonly string[] {
  return [
    `-builder=${image}`,
    `-builder-uid=${uid}`,
    `-builder-gid=${gid}`,
    `-builder-platform-api=${platformApi}`,
    ...(runImage === undefined ? [] : [`-builder-run-image=${runImage}`]),
  ];
}
