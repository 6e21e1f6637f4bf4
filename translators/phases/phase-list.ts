import type { FullBuild, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import { createPhase } from './create-phase.ts';
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
  type Volume,
  WORKSPACE,
} from './volumes.ts';
import { extensionVolumes, withExtensions } from './image-extensions.ts';
import { withNetwork } from './network.ts';
import { lifecycleVolumes } from './trusted-lifecycle.ts';
import type { Phase, PhaseList } from './phase.ts';
import { secretVolumes, sourcePullVolumes } from './secrets.ts';

/** Returns the phases that make a Build's image, in their order, and the volumes that they share. */
export function phaseList(build: ResolvedBuild, programs: TaskpackPrograms, workload: Workload): PhaseList {
  return withHolds(build, withNetwork(build, wholeList(build, programs, workload)));
}

function wholeList(build: ResolvedBuild, programs: TaskpackPrograms, workload: Workload): PhaseList {
  const { operation } = build;
  switch (operation.kind) {
    case 'build':
      return fullBuild(build, operation, programs, workload);
    case 'rebase':
      return {
        phases: [
          preparePhase(build, programs),
          rebasePhase(build, operation),
          completionPhase(build, programs, workload),
        ],
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

function fullBuild(
  build: ResolvedBuild,
  operation: FullBuild,
  programs: TaskpackPrograms,
  workload: Workload,
): PhaseList {
  return {
    phases: [
      preparePhase(build, programs),
      ...lifecyclePhases(build, operation),
      completionPhase(build, programs, workload),
    ],
    volumes: [
      ...secretVolumes(build),
      ...cacheVolumes(operation.cache),
      ...writtenByPhases(operation).map(({ name }) => emptyDirVolume(name)),
      ...extensionVolumes(build),
      ...lifecycleVolumes(build),
      ...sourcePullVolumes(build),
      ...envSecretVolumes(operation),
      ...bindingVolumes(operation),
    ],
    principal: operation.containers === 'creator' ? 'create' : 'build',
  };
}

function lifecyclePhases(build: ResolvedBuild, operation: FullBuild): readonly Phase[] {
  switch (operation.containers) {
    case 'per-phase':
      return withExtensions(build, [
        analyzePhase(build, operation),
        detectPhase(build, operation),
        restorePhase(build, operation),
        buildPhase(build, operation),
        exportPhase(build, operation),
      ]);
    case 'creator':
      return [createPhase(build, operation)];
  }
}

/** Returns the volumes of a full build that phases write and no cache or Secret backs. The creator shares no file with other phases of the lifecycle. */
function writtenByPhases({ containers }: FullBuild): readonly Volume[] {
  const shared = [LAYERS, CREDENTIALS, WORKSPACE, PLATFORM, REPORT];
  const betweenPhases = containers === 'creator' ? [] : [ANALYZED, DETECTED];
  return [...shared, ...betweenPhases, PROJECT_METADATA, PROGRAMS];
}
