import { oneLine } from '../../core/model/one-line.ts';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { podNameOf } from '../../core/model/build-names.ts';
import { BUILDS, PODS } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { podExec } from '../../clients/kube/client/pod-exec.ts';
import { ignoreKubeErrors, isKubeError } from '../../clients/kube/kube-error.ts';
import { isFinished } from '../../core/model/conditions.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { activityText, activityView } from '../../insight/views/activity-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { namespacedNameOf } from '../image-builds.ts';
import type { Terminal } from '../terminal.ts';
import { holdablePhase, type HoldablePhase } from './held-phase.ts';
import { failure } from '../problems.ts';

/** The next stop of a debugged Build: a phase that is held, or its end. */
export type Stop =
  | { readonly kind: 'held'; readonly phase: HoldablePhase }
  | { readonly kind: 'ended'; readonly build: KubeObject };

const POLL_MS = 500;

/** Waits until a phase is held or the Build has ended, and prints what it waits for. */
export async function awaitHold(
  cluster: OpenCluster,
  build: KubeObject,
  { errors }: Pick<Terminal, 'errors'>,
): Promise<Stop> {
  const key = namespacedNameOf(build);
  let shown = '';
  for (;;) {
    const now = await cluster.client.get(BUILDS, key).catch(ignoreKubeErrors('NOT_FOUND'));
    if (now === undefined) throw failure(`Build ${key.name} was deleted`);
    if (isFinished(now)) return { kind: 'ended', build: now };
    const doing = activityText(activityView({ build: asBuild(now) }));
    if (doing !== shown) errors.write(`Build ${key.name}: ${oneLine(doing)}\n`);
    shown = doing;
    const pod = { namespace: key.namespace, name: podNameOf(key.name) };
    const found = await cluster.client.get(PODS, pod).catch(ignoreKubeErrors('NOT_FOUND'));
    const phase = found && holdablePhase(found);
    if (phase !== undefined && (await isHeld(cluster, pod, phase))) return { kind: 'held', phase };
    await sleep(POLL_MS);
  }
}

/** Waits until the phase is held. Returns false if it ends before, or if it has not got its waiter yet. */
async function isHeld(
  { config }: Pick<OpenCluster, 'config'>,
  pod: { readonly namespace: string; readonly name: string },
  { container, waiter, directory }: HoldablePhase,
): Promise<boolean> {
  const [output, errors] = [new PassThrough().resume(), new PassThrough().resume()];
  try {
    return (await podExec(config, { pod, container, command: [waiter, 'held', directory], output, errors })) === 0;
  } catch (error) {
    if (isKubeError(error, 'FORBIDDEN')) throw error;
    if (isKubeError(error)) return false;
    throw error;
  }
}
