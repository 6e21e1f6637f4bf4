import { parseImageReference } from '../../../model/image-reference.ts';
import { DEFAULT_SETTINGS } from '../../../settings/defaults.ts';
import type { TaskBuilder } from '../../../model/task-builder.ts';
import { registryClientOf } from '../access/registry-client-of.ts';
import { readReference } from '../access/read-reference.ts';
import { builderFailure } from '../access/registry-failure.ts';
import { readRegistrySecrets } from '../credentials/registry-credentials.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import type { TaskArguments } from './arguments.ts';
import { wantedPlatformApi } from './wanted-platform-api.ts';

/** Node's names of architectures, as images have them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** What is known of the builder: what its Task says, or else its registry. Rejects with `PrepareError`. */
export async function builderOf(world: World, args: TaskArguments): Promise<TaskBuilder> {
  const { builder: image, knownBuilder } = args;
  return knownBuilder === undefined ? askForBuilder(world, args) : { image, ...knownBuilder };
}

/** Only Tasks ask, and what reads an image takes its time to load. */
async function askForBuilder(world: World, args: TaskArguments): Promise<TaskBuilder> {
  const { builder, credentials } = args;
  const wanted = wantedPlatformApi(args);
  const { factsOfImage } = await import('../../../inspection/facts-of-image.ts');
  const { taskBuilder } = await import('../../../resolver/task-builder.ts');
  const secrets = credentials.map((path) => ({ kind: 'dockerconfigjson', path }) as const);
  const client = registryClientOf(world, await readRegistrySecrets(secrets, world.redaction));
  const { manifest, layers, bytes, json } = await client
    .config(readReference(builder), {
      os: 'linux',
      architecture: ARCHITECTURES[world.architecture] ?? world.architecture,
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
  if (inspection.kind === 'problems') throw unusable(inspection.problems.map((problem) => `${builder}: ${problem}`));
  const { maximumPlatformApi: maximum } = DEFAULT_SETTINGS;
  const reading = taskBuilder({ image: builder }, inspection.facts, {
    maximum,
    ...(wanted !== undefined && { wanted }),
  });
  if (reading.kind === 'problems') throw unusable(reading.problems);
  for (const { message } of reading.warnings) world.log(`warning: ${message}`);
  return reading.builder;
}

function unusable(problems: readonly string[]): PrepareError {
  return new PrepareError('InputsUnusable', problems.join('; '));
}
