import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { cacheMounts, exportCacheArgs } from './cache.ts';
import { HOME_ENV, platformApiEnv } from './environment.ts';
import { HOME, LAYERS, REPORT, REPORT_FILE, WORKSPACE } from './mounts.ts';
import type { EnvVar, Phase } from './phase.ts';
import { tagArgs } from './tags.ts';

/** Makes the image, pushes it, and writes the cache and the report (buildpacks/spec, platform.md, exporter). */
export function exportPhase(build: ResolvedBuild, operation: FullBuild): Phase {
  const { cache, defaultProcess } = operation;
  return {
    name: 'export',
    image: build.builder.image,
    command: '/cnb/lifecycle/exporter',
    args: [
      '-layers=/layers',
      '-app=/workspace',
      '-group=/layers/group.toml',
      '-analyzed=/layers/analyzed.toml',
      '-project-metadata=/layers/project-metadata.toml',
      ...exportCacheArgs(cache),
      ...(defaultProcess === undefined ? [] : [`-process-type=${defaultProcess}`]),
      `-report=${REPORT_FILE}`,
      ...tagArgs(build),
    ],
    env: [
      HOME_ENV,
      platformApiEnv(build),
      ...creationTimeEnv(operation),
      { name: 'CNB_RUN_IMAGE', value: build.runImage },
    ],
    mounts: [LAYERS, WORKSPACE, HOME, REPORT, ...cacheMounts(cache)],
    credentials: ['registry'],
    trusted: true,
  };
}

/** https://reproducible-builds.org/specs/source-date-epoch/, which the lifecycle reads from Platform API 0.9 on. */
function creationTimeEnv({ creationTime }: FullBuild): readonly EnvVar[] {
  return creationTime === undefined ? [] : [{ name: 'SOURCE_DATE_EPOCH', value: `${creationTime}` }];
}
