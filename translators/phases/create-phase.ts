import type { FullBuild, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { bindingMounts } from './bindings.ts';
import { cacheMounts, exportCacheArgs } from './cache.ts';
import {
  DOCKER_CONFIG_ENV,
  execEnvVariables,
  platformApiEnv,
  restoreVariables,
  SERVICE_BINDING_ROOT_ENV,
} from './environment.ts';
import { creationTimeEnv } from './export-phase.ts';
import { systemArgs } from './lifecycle-phases.ts';
import type { Phase } from './phase.ts';
import { exportRunImageArgs, runImageMounts } from './trusted-lifecycle.ts';
import {
  CREDENTIALS,
  LAYERS,
  PLATFORM,
  PROJECT_METADATA,
  PROJECT_METADATA_FILE,
  readOnly,
  REPORT,
  REPORT_FILE,
  WORKSPACE,
} from './volumes.ts';

/**
 * Runs analyze, detect, restore, build and export in one container (buildpacks/spec, platform.md, creator). Buildpacks run with the
 * user of the lifecycle, so they can read the registry credentials, also those of pull secrets: the platform must trust the builder.
 * They reach no git or signing credential. completion, which has the signing keys, still starts only with a proof that this phase has ended.
 *
 * A cache image is read by its tag, because the creator has one argument for the cache to read and the cache to write.
 */
export function createPhase(build: ResolvedBuild, operation: FullBuild): Phase {
  const [image, ...otherTags] = build.tags;
  const { previousImage, defaultProcess, cache } = operation;
  return {
    name: 'create',
    image: build.builder.image,
    command: '/cnb/lifecycle/creator',
    args: [
      '-layers=/layers',
      '-app=/workspace',
      `-run-image=${build.runImage}`,
      `-project-metadata=${PROJECT_METADATA_FILE}`,
      ...exportRunImageArgs(build),
      ...exportCacheArgs(cache),
      ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`]),
      ...(defaultProcess === undefined ? [] : [`-process-type=${defaultProcess}`]),
      `-report=${REPORT_FILE}`,
      ...systemArgs(build),
      ...otherTags.map((tag) => `-tag=${tag}`),
      image,
    ],
    env: [
      DOCKER_CONFIG_ENV,
      platformApiEnv(build),
      ...creationTimeEnv(operation),
      SERVICE_BINDING_ROOT_ENV,
      ...execEnvVariables(operation),
      ...restoreVariables(operation),
    ],
    mounts: [
      LAYERS,
      readOnly(PLATFORM),
      WORKSPACE,
      ...bindingMounts(operation),
      readOnly(PROJECT_METADATA),
      readOnly(CREDENTIALS),
      REPORT,
      ...cacheMounts(cache),
      ...runImageMounts(build),
    ],
    credentials: ['registry'],
    trusted: false,
  };
}
