import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { podOf } from '../integration/injectors/task-run-pod.ts';
import { endOf, podEnded, type PodStatus } from './running-pod.ts';

/** The sidecar that a task declares. Tekton names its container `sidecar-dummy`. */
export const DUMMY = 'dummy';

const STEPS = ['one', 'two', 'three'];

/** The state of a TaskRun after the TaskRun and its Pod ended, or after the timeout. */
export interface FinishedTask {
  readonly reason: string;
  readonly pod: PodStatus;
  /** Seconds from the TaskRun's creation to its success. */
  readonly succeededAfter?: number;
  readonly podEndedAfter?: number;
}

/** Runs a Task of three short steps and watches the TaskRun until it ends, or for `seconds` after its last step. */
export async function runTask(
  client: ApiClient,
  {
    namespace,
    hasDummy,
    seconds,
  }: { readonly namespace: string; readonly hasDummy: boolean; readonly seconds: number },
): Promise<FinishedTask> {
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1000;
  const taskRun = await client.create(threeSteps(namespace, hasDummy));
  const pod = await podOf({ client }, taskRun);
  let seen: FinishedTask = await look(client, taskRun, pod);
  let deadline: number | undefined;
  while (
    since() < (deadline ?? MAX_SECONDS) &&
    (seen.succeededAfter === undefined || seen.podEndedAfter === undefined)
  ) {
    await sleep(200);
    const now = await look(client, taskRun, pod);
    const succeededAfter = seen.succeededAfter ?? (now.reason === 'Succeeded' ? since() : undefined);
    const podEndedAfter = seen.podEndedAfter ?? (podEnded(now.pod) ? since() : undefined);
    if (stepsEnded(now.pod)) deadline ??= since() + seconds;
    seen = {
      ...now,
      ...(succeededAfter !== undefined && { succeededAfter }),
      ...(podEndedAfter !== undefined && { podEndedAfter }),
    };
  }
  return seen;
}

/** The longest wait for the end of the last step. */
const MAX_SECONDS = 150;

function stepsEnded(pod: PodStatus): boolean {
  return STEPS.every((name) => endOf(pod, `step-${name}`) !== undefined);
}

async function look(
  client: ApiClient,
  taskRun: KubernetesObject,
  pod: KubernetesObject,
): Promise<Pick<FinishedTask, 'reason' | 'pod'>> {
  const [taskRunNow, podNow] = await Promise.all([client.get(taskRun), client.get(pod)]);
  const { conditions = [] } = (taskRunNow?.['status'] ?? {}) as {
    readonly conditions?: readonly { readonly reason: string }[];
  };
  return { reason: conditions[0]?.reason ?? 'Started', pod: podNow?.['status'] as PodStatus };
}

function threeSteps(namespace: string, hasDummy: boolean): KubernetesObject {
  const steps = STEPS.map((name) => ({ name, image: BUSYBOX_IMAGE, command: ['sh', '-c', 'true'] }));
  // Arguments without a command, because Tekton's nop image replaces the container's image.
  const dummy = {
    name: DUMMY,
    image: BUSYBOX_IMAGE,
    args: ['sh', '-c', "trap 'exit 0' TERM; while :; do sleep 0.2; done"],
  };
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: hasDummy ? 'with-dummy' : 'without-dummy', namespace },
    spec: { taskSpec: { steps, ...(hasDummy && { sidecars: [dummy] }) } },
  };
}
