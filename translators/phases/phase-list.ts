import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { analyze } from './analyze.ts';
import { bindingVolumes } from './bindings.ts';
import { build as buildPhase } from './build.ts';
import { cacheVolumes } from './cache.ts';
import { completion } from './completion.ts';
import { detect } from './detect.ts';
import { exportPhase } from './export.ts';
import { HOME, LAYERS, PLATFORM, REPORT, WORKSPACE } from './mounts.ts';
import type { OwnPrograms } from './own-programs.ts';
import type { PhaseList } from './phase.ts';
import { prepare } from './prepare.ts';
import { rebase } from './rebase.ts';
import { restore } from './restore.ts';
import { secretVolumes, sourcePullVolumes } from './secrets.ts';
import { emptyDirVolume } from './volume.ts';

/** A Build as the phases that make its image, in their order, and the volumes that they share. */
export function phaseList(build: ResolvedBuild, programs: OwnPrograms): PhaseList {
  const { operation } = build;
  switch (operation.kind) {
    case 'build':
      return fullBuild(build, operation, programs);
    case 'rebase':
      return {
        phases: [prepare(build, programs), rebase(build, operation), completion(build, programs)],
        volumes: [...secretVolumes(build), emptyDirVolume(HOME.name), emptyDirVolume(REPORT.name)],
        principal: 'rebase',
      };
  }
}

function fullBuild(build: ResolvedBuild, operation: FullBuild, programs: OwnPrograms): PhaseList {
  return {
    phases: [
      prepare(build, programs),
      analyze(build, operation),
      detect(build, operation),
      restore(build, operation),
      buildPhase(build, operation),
      exportPhase(build, operation),
      completion(build, programs),
    ],
    volumes: [
      ...secretVolumes(build),
      ...cacheVolumes(operation.cache),
      ...[LAYERS, HOME, WORKSPACE, PLATFORM, REPORT].map(({ name }) => emptyDirVolume(name)),
      ...sourcePullVolumes(build),
      ...bindingVolumes(operation),
    ],
    principal: 'build',
  };
}
