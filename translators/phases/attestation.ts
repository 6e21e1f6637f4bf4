import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import {
  ANALYZED,
  ANALYZED_FILE,
  DETECTED,
  GENERATED_PATH,
  GROUP_FILE,
  PROJECT_METADATA,
  PROJECT_METADATA_FILE,
  readOnly,
  type VolumeMount,
} from './volumes.ts';

/** True if completion attests the image of a Build in a workload of this form. */
export function isAttested({ attestedIn }: ResolvedBuild, workload: Workload): boolean {
  return attestedIn === 'all' || (attestedIn === 'pods' && workload !== 'taskrun');
}

/** The files that the provenance is read from, which no later phase can write: how completion mounts and names them. */
export interface AttestedFiles {
  readonly args: readonly string[];
  readonly mounts: readonly VolumeMount[];
}

/** Returns completion's arguments and mounts for the provenance. A rebase has no source, and the creator keeps its analysis to itself. */
export function attestedFiles(build: ResolvedBuild, workload: Workload): AttestedFiles {
  const { operation } = build;
  if (!isAttested(build, workload) || operation.kind === 'rebase') return { args: [], mounts: [] };
  const isShared = operation.containers === 'per-phase';
  const isExtended = build.builder.extensions?.root !== undefined;
  return {
    args: [
      `-project-metadata=${PROJECT_METADATA_FILE}`,
      ...(isShared ? [`-analyzed=${ANALYZED_FILE}`] : []),
      ...(isExtended ? [`-group=${GROUP_FILE}`, `-generated=${GENERATED_PATH}`] : []),
    ],
    mounts: [
      readOnly(PROJECT_METADATA),
      ...(isShared ? [readOnly(ANALYZED)] : []),
      ...(isExtended ? [readOnly(DETECTED)] : []),
    ],
  };
}
