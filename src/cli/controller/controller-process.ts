import type { Problem } from '../../core/model/problem.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import { readControllerSettings } from '../../core/settings/read-controller-settings.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { BuildTracer } from '../../insight/tracing/build-tracer.ts';
import type { Terminal } from '../terminal.ts';
import type { ProcessHealth } from './health.ts';
import type { Telemetry } from './telemetry.ts';

/** The options of `taskpack controller`, as commander returns them. */
export interface ControllerFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly allowKpack?: true;
}

/** A running process of the controller. */
export interface ControllerProcess {
  readonly flags: ControllerFlags;
  readonly terminal: Terminal;
  readonly settings: ControllerSettings;
  readonly health: ProcessHealth;
  readonly telemetry: Telemetry;
  /** Absent if no traces are exported. */
  readonly tracer: BuildTracer | undefined;
  /** Is aborted at the first SIGTERM or SIGINT. */
  readonly stop: AbortSignal;
}

/** Reads the settings from the environment and the flags. Throws `CommandFailure` with all problems. */
export function settingsOfController(
  { allowKpack }: ControllerFlags,
  { environment }: Terminal,
): { readonly settings: ControllerSettings; readonly warnings: readonly Problem[] } {
  const reading = readControllerSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  const { settings, warnings } = reading;
  return { settings: allowKpack === true ? { ...settings, allowKpack } : settings, warnings };
}
