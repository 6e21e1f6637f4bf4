import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { analyzePhase, buildPhase, detectPhase, exportPhase, rebasePhase, restorePhase } from './lifecycle-phases.ts';
import { completionPhase, preparePhase, type TaskpackPrograms } from './taskpack-phases.ts';
import { bindingVolumes } from './bindings.ts';
import { cacheVolumes } from './cache.ts';
import { emptyDirVolume, HOME, LAYERS, PLATFORM, REPORT, WORKSPACE } from './volumes.ts';
import { lifecycleVolumes } from './trusted-lifecycle.ts';
import type { PhaseList } from './phase.ts';
import { secretVolumes, sourcePullVolumes } from './secrets.ts';

/** Returns the phases that make a Build's image, in their order, and the volumes that they share. */
export function phaseList(build: ResolvedBuild, programs: TaskpackPrograms): PhaseList {
  const { operation } = build;
  switch (operation.kind) {
    case 'build':
      return fullBuild(build, operation, programs);
    case 'rebase':
      return {
        phases: [preparePhase(build, programs), rebasePhase(build, operation), completionPhase(build, programs)],
        volumes: [
          ...secretVolumes(build),
          emptyDirVolume(HOME.name),
          emptyDirVolume(REPORT.name),
          ...lifecycleVolumes(build),
        ],
        principal: 'rebase',
      };
  }
}

function fullBuild(build: ResolvedBuild, operation: FullBuild, programs: TaskpackPrograms): PhaseList {
  return {
    phases: [
      preparePhase(build, programs),
      analyzePhase(build, operation),
      detectPhase(build, operation),
      restorePhase(build, operation),
      buildPhase(build, operation),
      exportPhase(build, operation),
      completionPhase(build, programs),
    ],
    volumes: [
      ...secretVolumes(build),
      ...cacheVolumes(operation.cache),
      ...[LAYERS, HOME, WORKSPACE, PLATFORM, REPORT].map(({ name }) => emptyDirVolume(name)),
      ...lifecycleVolumes(build),
      ...sourcePullVolumes(build),
      ...bindingVolumes(operation),
    ],
    principal: 'build',
  };
}
