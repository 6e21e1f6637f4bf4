import { HOLD_FLAGS } from '../../../translators/phases/debug-mode.ts';

/** The mark of a Build whose kubelet keeps the order of phases. */
export const NO_MARK = '/no-mark';

/** The paths of a Build that an attack needs to know. taskpack documents all of them. */
export interface BuildPaths {
  /** The directory of the login's config.json. */
  readonly login: string;
  readonly analyzed: string;
  readonly projectMetadata: string;
  /** The file that lets the phase after build start. */
  readonly mark: string;
  /** The directory in which a user answers the hold of the failed build. A Build that is not debugged has none. */
  readonly hold: string;
  /** The files that let the steps after analyze and restore start. */
  readonly marks: Readonly<Record<'analyze' | 'restore', string>>;
  /** The files that Tekton's entrypoint writes when a step has succeeded. */
  readonly ended: Readonly<Record<'analyze' | 'restore', string>>;
  /** The files that Tekton's entrypoint adds to the status of a step at its end. */
  readonly shown: Readonly<Record<'analyze' | 'restore', readonly string[]>>;
}

/** A container or step, as far as the tests read and change it. */
export interface PhaseContainer {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly Mount[];
}

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

/** Reads the paths from the phases of a workload. Pods of the `init` layout have no marks. */
export function pathsOf(phases: readonly PhaseContainer[], kind: 'pod' | 'steps'): BuildPaths {
  const exporter = phaseOf(phases, 'export');
  return {
    login: variable(exporter, 'DOCKER_CONFIG') ?? `${variable(exporter, 'HOME') ?? ''}/.docker`,
    analyzed: argument(exporter, '-analyzed') ?? '',
    projectMetadata: argument(exporter, '-project-metadata') ?? '',
    mark: kind === 'pod' ? (argument(phaseOf(phases, 'build'), '--post_file') ?? NO_MARK) : tektonMark(phases, 'build'),
    hold: argument(phaseOf(phases, 'build'), HOLD_FLAGS.onFailure.slice(0, -1)) ?? '/no-hold',
    marks: { analyze: tektonMark(phases, 'analyze'), restore: tektonMark(phases, 'restore') },
    ended: { analyze: tektonEnd(phases, 'analyze'), restore: tektonEnd(phases, 'restore') },
    shown: { analyze: shownBy(phases, 'analyze'), restore: shownBy(phases, 'restore') },
  };
}

/** All steps share the first file. Only the step itself can write the second one (tektoncd/pipeline, pkg/entrypoint). */
function shownBy(phases: readonly PhaseContainer[], phase: string): readonly string[] {
  const step = phases.findIndex(({ name }) => name === phase);
  return ['/tekton/artifacts/provenance.json', `/tekton/run/${step}/status/artifacts/provenance.json`];
}

export function phaseOf(phases: readonly PhaseContainer[], name: string): PhaseContainer {
  const phase = phases.find((one) => one.name === name);
  if (phase === undefined) throw new Error(`the workload has no phase ${name}`);
  return phase;
}

/** Tekton's entrypoint of the next step waits for this file (pkg/pod/entrypoint.go). */
function tektonMark(phases: readonly PhaseContainer[], phase: string): string {
  return `/tekton/run/${phases.findIndex(({ name }) => name === phase)}/out`;
}

function tektonEnd(phases: readonly PhaseContainer[], phase: string): string {
  return `/tekton/run/${phases.findIndex(({ name }) => name === phase)}/status/exitCode`;
}

function variable({ env = [] }: PhaseContainer, name: string): string | undefined {
  return env.find((one) => one.name === name)?.value;
}

function argument({ args = [] }: PhaseContainer, name: string): string | undefined {
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}
