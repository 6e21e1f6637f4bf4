import type { Rebase, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { HOME_ENV, platformApiEnv } from './environment.ts';
import { HOME, REPORT, REPORT_FILE } from './mounts.ts';
import type { Phase } from './phase.ts';
import { tagArgs } from './tags.ts';

/** Puts the previous image's layers on the new run image (buildpacks/spec, platform.md 0.11, rebaser). */
export function rebase(build: ResolvedBuild, operation: Rebase): Phase {
  return {
    name: 'rebase',
    image: build.builder.image,
    command: '/cnb/lifecycle/rebaser',
    args: [
      `-run-image=${build.runImage}`,
      `-previous-image=${operation.previousImage}`,
      `-report=${REPORT_FILE}`,
      ...tagArgs(build),
    ],
    env: [HOME_ENV, platformApiEnv(build)],
    mounts: [HOME, REPORT],
    credentials: ['registry'],
    trusted: true,
  };
}
