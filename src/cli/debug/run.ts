import { podNameOf } from '../../core/model/build-names.ts';
import { BUILDS, PODS } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { podExec } from '../../clients/kube/client/pod-exec.ts';
import { ignoreKubeErrors, isKubeError } from '../../clients/kube/kube-error.ts';
import { isFinished } from '../../core/model/conditions.ts';
import { MAX_DEBUG_TIMEOUT_SECONDS, type DebugMode, PUSHING_PHASES } from '../../core/model/debug-mode.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import type { PhaseName } from '../../core/model/phase-name.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { namespacedNameOf, readBuild } from '../image-builds.ts';
import type { ClusterFlags } from '../options.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { reportEnd } from '../wait/report-end.ts';
import { awaitHold } from './await-hold.ts';
import { debuggedBuild, debugNames, isDebugged } from './debugged-build.ts';
import { holdablePhase, type HoldablePhase } from './held-phase.ts';
import { checkMayExec } from './may-exec.ts';
import { askHowToGoOn, isInteractive, SHELL, withRawTerminal } from './shell.ts';
import { failure } from '../problems.ts';

/** The parsed options of `taskpack debug`. */
export interface DebugFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly before?: PhaseName;
  readonly onFailure?: true;
  /** In seconds. */
  readonly timeout: number;
  readonly push?: true;
  readonly continue?: true;
  readonly fail?: true;
}

/** Runs `taskpack debug`. `words` are the command that runs instead of a shell, if there are any. */
export async function runDebug(
  name: string,
  words: readonly string[],
  flags: DebugFlags,
  terminal: Terminal,
): Promise<void> {
  const mode = modeOf(flags);
  await withCluster(flags, terminal, async (cluster) => {
    const build = await readBuild(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    await checkMayExec(cluster, namespacedNameOf(build).namespace);
    if (flags.continue === true) return answerHeld(cluster, build, 'continue', terminal);
    if (flags.fail === true) return answerHeld(cluster, build, 'fail', terminal);
    return debug(cluster, await buildToDebug(cluster, build, mode, terminal), words, terminal);
  });
}

function modeOf({ before, timeout, push }: DebugFlags): DebugMode {
  if (timeout > MAX_DEBUG_TIMEOUT_SECONDS) throw failure('--timeout is longer than a day (24h), the longest time');
  if (before !== undefined && push !== true && PUSHING_PHASES.includes(before)) {
    throw failure(`the phase ${before} runs only if the Build pushes its image: add --push, or name an earlier phase`);
  }
  const stop = before === undefined ? ({ kind: 'on-failure' } as const) : ({ kind: 'before', phase: before } as const);
  return { stop, timeoutSeconds: timeout, pushes: push === true };
}

/** Returns the Build itself if it is a debugged copy that has not ended. Otherwise creates a copy. */
async function buildToDebug(
  { client }: OpenCluster,
  build: KubeObject,
  mode: DebugMode,
  terminal: Terminal,
): Promise<KubeObject> {
  if (isDebugged(build) && !isFinished(build)) return build;
  checkRunByTaskpack(build);
  const names = debugNames(build.metadata.name.replace(/-debug-\d+$/, ''));
  for (;;) {
    try {
      const copy = await client.create(BUILDS, debuggedBuild(build, names.next().value, mode));
      await writeTexts(terminal.output, [`build.kpack.io/${copy.metadata.name} created\n`]);
      terminal.errors.write(
        `Ctrl-C ends the wait, not the Build: "taskpack cancel ${copy.metadata.name}" ends the Build\n`,
      );
      return copy;
    } catch (error) {
      if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    }
  }
}

/** kpack's controller does not read the annotation. It would push the image of the copy. */
function checkRunByTaskpack(build: KubeObject): void {
  if (asBuild(build).status.backend !== undefined) return;
  const { name } = build.metadata;
  throw failure(
    `taskpack's controller has not started Build ${name}, and another controller would push the image of a copy. Debug a Build that taskpack has started`,
  );
}

/** Opens a shell in each phase that is held, until the Build ends or the user leaves. */
async function debug(
  cluster: OpenCluster,
  build: KubeObject,
  words: readonly string[],
  terminal: Terminal,
): Promise<void> {
  for (;;) {
    const stop = await awaitHold(cluster, build, terminal);
    if (stop.kind === 'ended') return reportDebugged(stop.build, terminal);
    terminal.errors.write(describeHold(stop.phase));
    if (words.length > 0) await runWords(cluster, build, stop.phase, words, terminal);
    if (words.length > 0 || !isInteractive(terminal)) return tellHowToGoOn(build, terminal);
    await openShell(cluster, build, stop.phase, terminal);
    let answer = await askHowToGoOn(terminal);
    while (answer === 'shell') {
      await openShell(cluster, build, stop.phase, terminal);
      answer = await askHowToGoOn(terminal);
    }
    if (answer === 'leave') return tellHowToGoOn(build, terminal);
    await sendAnswer(cluster, build, stop.phase, answer, terminal);
  }
}

function describeHold({ phase, image, program }: HoldablePhase): string {
  return `phase ${phase} is held in ${image}\nits program: ${program.join(' ')}\n`;
}

function tellHowToGoOn(build: KubeObject, { errors }: Terminal): void {
  const { namespace, name } = namespacedNameOf(build);
  errors.write(`to go on: taskpack debug ${name} -n ${namespace} --continue, or --fail\n`);
}

async function openShell(
  { config }: OpenCluster,
  build: KubeObject,
  { container, image }: HoldablePhase,
  terminal: Terminal,
): Promise<void> {
  try {
    await withRawTerminal(terminal, async (own) =>
      podExec(config, {
        pod: podOf(build),
        container,
        command: SHELL,
        output: terminal.output,
        errors: terminal.errors,
        terminal: own,
      }),
    );
  } catch (error) {
    if (!isKubeError(error, 'REFUSED')) throw error;
    terminal.errors.write(`no shell opens in ${image}: ${error.message}\n`);
  }
}

async function runWords(
  { config }: OpenCluster,
  build: KubeObject,
  { container }: HoldablePhase,
  words: readonly string[],
  { output, errors }: Terminal,
): Promise<void> {
  const code = await podExec(config, { pod: podOf(build), container, command: words, output, errors });
  if (code !== 0) throw failure(`the command ended with ${code ?? 'its container'}; the phase is still held`);
}

async function answerHeld(
  cluster: OpenCluster,
  build: KubeObject,
  answer: 'continue' | 'fail',
  terminal: Terminal,
): Promise<void> {
  const { name } = build.metadata;
  if (!isDebugged(build)) throw failure(`Build ${name} is not debugged: create a copy with "taskpack debug ${name}"`);
  const pod = await cluster.client.get(PODS, podOf(build)).catch(ignoreKubeErrors('NOT_FOUND'));
  const phase = pod && holdablePhase(pod);
  if (isFinished(build) || phase === undefined) throw failure(`no phase of Build ${name} is held`);
  await sendAnswer(cluster, build, phase, answer, terminal);
}

async function sendAnswer(
  { config }: OpenCluster,
  build: KubeObject,
  { phase, container, waiter, directory }: HoldablePhase,
  answer: 'continue' | 'fail',
  { output, errors }: Terminal,
): Promise<void> {
  const command = [waiter, answer, directory];
  // The container can end before the answer's exit code arrives.
  const code = (await podExec(config, { pod: podOf(build), container, command, output, errors })) ?? 0;
  if (code !== 0 && code !== 137) throw failure(`phase ${phase} of Build ${build.metadata.name} is not held`);
  errors.write(`phase ${phase} ${answer === 'continue' ? 'continues' : 'fails'}\n`);
}

function podOf(build: KubeObject): { readonly namespace: string; readonly name: string } {
  const { namespace, name } = namespacedNameOf(build);
  return { namespace, name: podNameOf(name) };
}

/** The end of a Build that was debugged without an image is not a failure of the command. */
async function reportDebugged(build: KubeObject, terminal: Terminal): Promise<void> {
  const reason = asBuild(build).status.failure?.reason;
  if (reason !== 'Debugged') return reportEnd(build, terminal);
  await writeTexts(terminal.output, [`build.kpack.io/${build.metadata.name} ended: all its phases have succeeded\n`]);
}
