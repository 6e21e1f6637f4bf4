import type { Platform } from '../../clients/registry/client/manifests/platform.ts';
import { defined } from '../../core/model/defined.ts';
import { EVERY_REPOSITORY } from '../../core/model/repository-patterns.ts';
import { architectureIn } from '../../core/model/node-architecture.ts';
import { fieldWarning, type FieldProblem, hasErrors } from '../../core/model/problem.ts';
import type { SystemBuildpack } from '../../core/model/system-buildpacks.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { TranslateOptions } from '../../core/translate/options.ts';
import { withStrictness } from '../../core/translate/strictness.ts';
import { workloadOf } from '../../core/translate/workload-options.ts';
import { GATE_TIMEOUT_SECONDS } from '../../../translators/native/containers-layout.ts';
import { withUnreleasedNote, unreleasedImages } from '../default-images.ts';
import { readDocuments } from '../input.ts';
import { noEffect } from '../no-effect.ts';
import type { RegistryFlags } from '../options.ts';
import { formatManifests, type OutputFormat } from '../output.ts';
import { CommandFailure, misuse, reportProblems } from '../problems.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { translateFiles } from './translate-files.ts';

/** The parsed options of `taskpack translate`. */
export interface TranslateFlags extends TranslationFlags {
  readonly output: OutputFormat;
}

/** The parsed options of all commands that translate files. */
export interface TranslationFlags extends RegistryFlags {
  readonly filename: readonly string[];
  readonly recursive?: true;
  readonly to: TranslateOptions['to'];
  readonly layout?: TranslateOptions['layout'];
  readonly tekton?: string;
  readonly sidecar: TranslateOptions['dummySidecar'];
  readonly sidecars: boolean;
  readonly creator?: true;
  readonly systemBuildpack?: readonly SystemBuildpack[];
  readonly selfDriving?: true;
  readonly readyUrl?: readonly string[];
  readonly stopUrl?: readonly string[];
  readonly platformApi?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
  readonly now?: number;
  readonly namespace?: string;
  readonly platform?: Platform;
  readonly controllerNamespace: string;
  readonly strict?: true;
  readonly offline?: true;
}

/** Runs `taskpack translate`. */
export async function runTranslate(flags: TranslateFlags, terminal: Terminal): Promise<void> {
  const options = translateOptionsOf(flags, settingsOf(terminal));
  refuseIdleSidecarOption(options);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const { manifests, problems } = await translateFiles(read, options, flags, terminal);
  if (hasErrors(problems) && isEmpty(manifests)) throw new CommandFailure(problems, 1);
  const waiting = withStrictness(waitingPods(options), options.strict);
  if (hasErrors(waiting)) throw new CommandFailure([...problems, ...waiting], 1);
  reportProblems([...problems, ...waiting], terminal.errors);
  const texts = formatManifests(manifests, flags.output);
  const images = unreleasedImages(flags, terminal.environment);
  await writeTexts(terminal.output, withUnreleasedNote(texts, images, terminal.errors));
  // The errors of files that the translation left out are printed already.
  if (hasErrors(problems)) throw new CommandFailure([], 1);
}

function isEmpty<T>(list: Iterable<T>): boolean {
  return list[Symbol.iterator]().next().done === true;
}

/** Refuses `--no-sidecars` and `--self-driving` for a workload that waits for no sidecars: only Pods of the containers layout do. */
export function refuseIdleSidecarOption(options: TranslateOptions): void {
  const { injectedSidecars } = options;
  if (injectedSidecars === 'expected' || workloadOf(options) === 'pod-containers') return;
  const option = injectedSidecars === 'none' ? '--no-sidecars' : '--self-driving';
  const message = noEffect(option, 'without --to pod and --layout containers');
  throw misuse(message);
}

/** Warns that Pods of the containers layout wait. The controller marks only its own Pods as ready, and files have no controller. */
function waitingPods(options: TranslateOptions): readonly FieldProblem[] {
  if (workloadOf(options) !== 'pod-containers' || options.injectedSidecars !== 'expected') return [];
  const minutes = GATE_TIMEOUT_SECONDS / 60;
  const message = `a Pod of the containers layout fails unless you set its annotation build.kpack.io/ready within ${minutes} minutes: if nothing injects sidecars, add --no-sidecars; if a mesh does, add --self-driving, so that the Pod asks the proxy`;
  return [fieldWarning([], message)];
}

/** Returns the options of the command line, or else the settings of the environment. */
export function translateOptionsOf(flags: TranslationFlags, settings: Settings): TranslateOptions {
  return {
    ...settings,
    to: flags.to,
    // With `auto`, the controller detects injection at the API server. Files have no API server.
    layout: flags.layout ?? (settings.injectedSidecars === 'true' ? 'containers' : 'init'),
    ...(flags.tekton !== undefined && { tektonVersion: flags.tekton }),
    dummySidecar: flags.sidecar,
    ...sidecarOptions(flags),
    ...(flags.platformApi !== undefined && { maximumPlatformApi: flags.platformApi }),
    controllerNamespace: flags.controllerNamespace,
    strict: flags.strict ?? false,
    images: {
      steps: flags.stepsImage ?? settings.images.steps,
      entrypoint: flags.entrypointImage ?? settings.images.entrypoint,
    },
    creatorBuilders: creatorBuilders(flags, settings),
    systemBuildpacks: flags.systemBuildpack ?? settings.systemBuildpacks,
    ...(flags.now !== undefined && { now: flags.now }),
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    ...defined({ architecture: architectureIn(flags.platform) }),
  };
}

/** Returns the builders that run in one container. `--creator` trusts every builder, which REQUIRE_TRUSTED_LIFECYCLE forbids. */
function creatorBuilders({ creator }: TranslationFlags, settings: Settings): readonly string[] {
  if (creator === undefined) return settings.creatorBuilders;
  if (!settings.requireTrustedLifecycle) return [EVERY_REPOSITORY];
  const message =
    "option '--creator' trusts every builder with the registry credentials, and REQUIRE_TRUSTED_LIFECYCLE=true forbids that: unset the variable, or name the builders in CREATOR_BUILDERS";
  throw misuse(message);
}

function sidecarOptions({
  sidecars,
  selfDriving,
  readyUrl,
  stopUrl,
}: TranslationFlags): Pick<TranslateOptions, 'injectedSidecars'> {
  if (selfDriving !== true) return { injectedSidecars: sidecars ? 'expected' : 'none' };
  return { injectedSidecars: { kind: 'self-driving', readyUrls: readyUrl ?? [], stopUrls: stopUrl ?? [] } };
}
