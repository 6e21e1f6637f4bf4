import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { endOf, type PodStatus, type Termination } from '../running-pod.ts';
import { PHASES, type PhaseName } from './stand-in-images.ts';

/** The recorded times and end of a phase. */
export interface PhaseRecord {
  readonly phase: PhaseName;
  /** The end of the phase's container. */
  readonly end?: Termination;
  /** The start and end of the phase's command, in seconds since 1970. */
  readonly begins?: number;
  readonly ends?: number;
  /** The machine's uptime, if the command printed the uptime. */
  readonly uptime?: number;
}

/**
 * Reads the records of the phases from the Pod's status and logs. The names of Tekton's step containers begin with
 * `step-`.
 */
export async function recordsOf(client: ApiClient, pod: KubernetesObject): Promise<readonly PhaseRecord[]> {
  const now = await client.get(pod);
  const status = now?.['status'] as PodStatus;
  return Promise.all(
    PHASES.map(async (phase) => {
      // Tekton also has an init container with the name `prepare`.
      const container = nameExists(now, `step-${phase}`) ? `step-${phase}` : phase;
      const end = endOf(status, container);
      const { namespace = 'default', name } = pod.metadata;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?container=${container}`;
      // A container that was never started has no log.
      const log = String(await client.send('GET', path).catch(() => ''));
      return {
        phase,
        ...(end !== undefined && { end }),
        ...stamp('begins', log),
        ...stamp('ends', log),
        ...uptime(log),
      };
    }),
  );
}

function nameExists(pod: KubernetesObject | undefined, name: string): boolean {
  const { initContainers = [], containers = [] } = (pod?.['spec'] ?? {}) as {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers?: readonly { readonly name: string }[];
  };
  return [...initContainers, ...containers].some((container) => container.name === name);
}

function stamp<Word extends string>(word: Word, log: string): { readonly [key in Word]?: number } {
  const match = new RegExp(`^${word} (\\d+\\.\\d+)$`, 'm').exec(log);
  return match === null ? {} : ({ [word]: Number(match[1]) } as { readonly [key in Word]: number });
}

function uptime(log: string): Pick<PhaseRecord, 'uptime'> {
  const match = /^(\d+\.\d\d) \d+\.\d\d$/m.exec(log);
  return match === null ? {} : { uptime: Number(match[1]) };
}
