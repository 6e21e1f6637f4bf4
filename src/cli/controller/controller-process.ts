import { DEPLOYMENT, leaseName } from '../../core/model/installation-names.ts';
import { formatProblem, type Problem } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { terminationSignal } from '../../core/runtime/termination-signal.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import { readControllerSettings } from '../../core/settings/read-controller-settings.ts';
import { VERSION } from '../../core/settings/version.ts';
import type { BuildTracer } from '../../insight/tracing/build-tracer.ts';
import type { OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { processHealth, type ProcessHealth } from './health.ts';
import { makeTelemetry, type Telemetry } from './telemetry.ts';

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

/**
 * Reads the settings, and creates the log, the metrics, the health and, if traces are exported, the tracer. Rejects with `CommandFailure`,
 * which has all invalid settings.
 */
export async function openProcess(flags: ControllerFlags, terminal: Terminal): Promise<ControllerProcess> {
  const stop = terminationSignal(process);
  const { settings, warnings } = settingsOfController(flags, terminal);
  const health = processHealth(SYSTEM_CLOCK.elapsed);
  const telemetry = makeTelemetry({ ...settings, lease: leaseName(flags.namespace) }, terminal, health);
  for (const warning of warnings) telemetry.log.warn(formatProblem(warning));
  const tracer = settings.exportsTraces ? await openTracer(telemetry) : undefined;
  return { flags, terminal, settings, health, telemetry, tracer, stop };
}

/** Reads the settings from the environment and the flags. Throws `CommandFailure` with all problems. */
function settingsOfController(
  { allowKpack }: ControllerFlags,
  { environment }: Terminal,
): { readonly settings: ControllerSettings; readonly warnings: readonly Problem[] } {
  const reading = readControllerSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  const { settings, warnings } = reading;
  return { settings: allowKpack === true ? { ...settings, allowKpack } : settings, warnings };
}

/** Opens the tracer. Loads OpenTelemetry's SDK only here, because few processes export traces. */
async function openTracer({ log }: Pick<Telemetry, 'log'>): Promise<BuildTracer> {
  const { openBuildTracer } = await import('../../insight/tracing/build-tracer.ts');
  return openBuildTracer({ service: DEPLOYMENT, version: VERSION }, log);
}

/** Returns the namespace of the installation, which has its Lease, its ConfigMaps and its DaemonSet. */
export function installationNamespace(
  { settings }: { readonly settings: Pick<ControllerSettings, 'leaseNamespace'> },
  { namespace }: Pick<OpenCluster, 'namespace'>,
): string {
  return settings.leaseNamespace ?? namespace;
}
