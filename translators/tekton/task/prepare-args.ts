import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import { isParameterOf, PARAMETERS } from './parameters.ts';
import { PLATFORM_SOURCE } from './workspaces.ts';
import { pathOfWorkspace, prepareResults, valueOf } from './substitutions.ts';
import type { TaskKind } from './task-metadata.ts';

/**
 * Returns the arguments that pass a run's parameters and workspaces to prepare, one argument for each. The elements of
 * arrays come after `--`. No value becomes part of a script or is read as an option.
 */
export function prepareArgs(kind: TaskKind, builder: TaskBuilder | undefined): readonly string[] {
  const parameters = PARAMETERS.filter((one) => isParameterOf(one, kind, builder));
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

/** prepare does not see the bindings, but it must know if the workspace is bound. PLATFORM_DIR may contain bindings too. */
function sourceArgs(): readonly string[] {
  return [
    `-source=${pathOfWorkspace('source')}`,
    `-platform=${PLATFORM_SOURCE.mountPath}`,
    `-bindings=${pathOfWorkspace('bindings')}`,
  ];
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
