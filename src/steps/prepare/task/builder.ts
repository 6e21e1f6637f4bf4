import { defined } from '../../../core/model/defined.ts';
import { EXEC_ENV_VARIABLE } from '../../../core/model/exec-env.ts';
import { parseImageReference } from '../../../core/model/image-reference.ts';
import {
  comparePlatformApis,
  EXEC_ENV_API,
  isPlatformApi,
  MAXIMUM_SETTING,
  type PlatformApi,
  REBASE_API,
} from '../../../core/model/platform-api.ts';
import type { TaskBuilder } from '../../../core/model/resolved-builder.ts';
import { builderFailure } from '../../registry-failure.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { readReference, registryClientOf } from '../registry/access.ts';
import { readRegistrySecrets } from '../registry/credentials.ts';
import type { TaskArguments } from './task-arguments.ts';

/** Maps the architectures of `process.arch` to those of images. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** Returns the builder from the Task's arguments, or else from its registry. Rejects with `PrepareError`. */
export async function builderOf(dependencies: PrepareDependencies, args: TaskArguments): Promise<TaskBuilder> {
  const { builder: image, knownBuilder, execEnv } = args;
  if (knownBuilder === undefined) return inspectBuilder(dependencies, args);
  const { platformApi } = knownBuilder;
  if (execEnv === undefined || comparePlatformApis(platformApi.replace('v', ''), EXEC_ENV_API) >= 0)
    return { image, ...knownBuilder };
  throw new PrepareError(
    'InputsUnusable',
    `the execution environment ${JSON.stringify(execEnv)} needs platform API ${EXEC_ENV_API}, but the Task has ${platformApi}: generate the Task with ${MAXIMUM_SETTING}=${EXEC_ENV_API}, or leave ${EXEC_ENV_VARIABLE} empty`,
  );
}

/** Loads the modules lazily, because only Tasks without a known builder need them. */
async function inspectBuilder(dependencies: PrepareDependencies, args: TaskArguments): Promise<TaskBuilder> {
  const { builder, credentials, execEnv, operation } = args;
  const wanted = wantedPlatformApi(args);
  const { readImageFacts: factsOfImage } = await import('../../../core/inspection/image-facts.ts');
  const { taskBuilder } = await import('../../../core/resolver/task-builder.ts');
  const secrets = credentials.map((path) => ({ kind: 'dockerconfigjson', path }) as const);
  const client = registryClientOf(dependencies, await readRegistrySecrets(secrets, dependencies.redaction));
  const { manifest, layers, bytes, json } = await client
    .config(readReference(builder), {
      os: 'linux',
      architecture: ARCHITECTURES[dependencies.architecture] ?? dependencies.architecture,
    })
    .catch((error: unknown) => {
      throw builderFailure(error, builder);
    });
  const inspection = factsOfImage({
    name: builder,
    digest: parseImageReference(builder)?.digest ?? manifest.digest,
    layers,
    manifest: Buffer.from(manifest.bytes).toString(),
    configuration: Buffer.from(bytes).toString(),
    config: json,
  });
  if (inspection.kind === 'problems')
    throw new PrepareError('InputsUnusable', inspection.problems.map((problem) => `${builder}: ${problem}`).join('; '));
  const reading = taskBuilder({ image: builder }, inspection.facts, {
    ...defined({ wanted, execEnv }),
    operation,
    maximum: undefined,
  });
  if (reading.kind === 'problems') throw new PrepareError('InputsUnusable', reading.problems.join('; '));
  for (const { message } of reading.warnings) dependencies.log(`warning: ${message}`);
  return reading.builder;
}

/** Returns the Platform API that the run selects, if any. Throws `InputsUnusable`. */
export function wantedPlatformApi({
  operation,
  platformApi,
}: Pick<TaskArguments, 'operation' | 'platformApi'>): PlatformApi | undefined {
  if (operation === 'rebase') return REBASE_API;
  if (platformApi === undefined) return undefined;
  if (isPlatformApi(platformApi)) return platformApi.replace('v', '');
  throw new PrepareError(
    'InputsUnusable',
    `CNB_PLATFORM_API must be a version with major and minor, such as 0.9, not ${JSON.stringify(platformApi)}`,
  );
}

/**
 * Checks that the run has the builder's user, because otherwise the lifecycle cannot write its files. A Task cannot set the
 * user from a parameter. Throws `InputsUnusable`.
 */
export function checkUser(
  { user, log }: Pick<PrepareDependencies, 'user' | 'log'>,
  { uid, gid }: TaskBuilder,
  args: TaskArguments,
): void {
  if (user.uid !== uid || user.gid !== gid) {
    const podTemplate = JSON.stringify({
      automountServiceAccountToken: false,
      securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
    });
    throw new PrepareError(
      'InputsUnusable',
      `the builder needs user ${uid}:${gid}, but the run has user ${user.uid}:${user.gid}: add to the run podTemplate: ${podTemplate}`,
    );
  }
  for (const [name, given, own] of [
    ['user', args.user, uid],
    ['group', args.group, gid],
  ] as const) {
    if (given !== undefined && given !== `${own}`)
      log(`warning: the ${name} ${given} is ignored, because the builder needs the ${name} ${own}`);
  }
}
