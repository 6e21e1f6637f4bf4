import type { BuildPorts } from './build-ports.ts';
import type { BuildSettings } from './build-settings.ts';
import type { Denials } from './apply/denials.ts';
import type { Pace } from './apply/pace.ts';
import type { BuildRecord } from './kept/build-record.ts';
import type { PodRecord } from './kept/pod-record.ts';
import type { Recent } from './kept/recent.ts';
import type { Sightings } from './kept/sightings.ts';
import type { TaskRunRecord } from './kept/task-run-record.ts';
import type { TektonFlags } from './start/tekton-flags.ts';

/** What everything that is done for Builds shares. */
export interface BuildContext {
  readonly settings: BuildSettings;
  readonly ports: BuildPorts;
  readonly pace: Pace;
  readonly denials: Denials;
  readonly recent: {
    readonly builds: Recent<BuildRecord>;
    readonly pods: Recent<PodRecord>;
    readonly taskRuns: Recent<TaskRunRecord>;
  };
  readonly sightings: Sightings;
  readonly tektonFlags: TektonFlags;
}
