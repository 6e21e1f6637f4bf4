import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { exportPhase } from './export-phase.ts';
import { analyzePhase, buildPhase, detectPhase, rebasePhase, restorePhase } from './lifecycle-phases.ts';
import { withHolds } from './debug-mode.ts';
import { completionPhase, preparePhase, type TaskpackPrograms } from './taskpack-phases.ts';
import { bindingVolumes } from './bindings.ts';
import { cacheVolumes } from './cache.ts';
import { envSecretVolumes } from './environment-secrets.ts';
import {
  ANALYZED,
  CREDENTIALS,
  DETECTED,
  emptyDirVolume,
  LAYERS,
  PLATFORM,
  PROGRAMS,
  PROJECT_METADATA,
  REPORT,
  WORKSPACE,
} from './volumes.ts';
import { lifecycleVolumes } from './trusted-lifecycle.ts';
import type { PhaseList } from './phase.ts';
import { secretVolumes, sourcePullVolumes } from './secrets.ts';

/** Returns the phases that make a Build's image, in their order, and the volumes that they share. */
export function phaseList(build: ResolvedBuild, programs: TaskpackPrograms): PhaseList {
  return withHolds(build, wholeList(build, programs));
}

function wholeList(build: ResolvedBuild, programs: TaskpackPrograms): PhaseList {
  const { operation } = build;
  switch (operation.kind) {
    case 'build':
      return fullBuild(build, operation, programs);
    case 'rebase':
      return {
        phases: [preparePhase(build, programs), rebasePhase(build, operation), completionPhase(build, programs)],
        volumes: [
          ...secretVolumes(build),
          emptyDirVolume(CREDENTIALS.name),
          emptyDirVolume(REPORT.name),
          ...lifecycleVolumes(build),
        ],
        principal: 'rebase',
      };
  }
}

/** The volumes of a full build that phases write and no cache or Secret backs. */
const WRITTEN_BY_PHASES = [
  LAYERS,
  CREDENTIALS,
  WORKSPACE,
  PLATFORM,
  REPORT,
  ANALYZED,
  DETECTED,
  PROJECT_METADATA,
  PROGRAMS,
];

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
      ...WRITTEN_BY_PHASES.map(({ name }) => emptyDirVolume(name)),
      ...lifecycleVolumes(build),
      ...sourcePullVolumes(build),
      ...envSecretVolumes(operation),
      ...bindingVolumes(operation),
    ],
    principal: 'build',
  };
}
