import type { StreamOptions } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { describeResource, type ObjectName, objectPath, queryString } from './resource.ts';
import { PODS } from './resources.ts';

export interface PodLogOptions extends Pick<StreamOptions, 'signal' | 'idleTimeoutMs'> {
  readonly container: string;
  /** Streams until the container terminates. */
  readonly follow?: boolean;
  /** Returns the log of the container's previous instance. */
  readonly previous?: boolean;
  /** Starts every line with its timestamp. */
  readonly timestamps?: boolean;
  /** Returns lines from this time on (RFC 3339). */
  readonly sinceTime?: string;
  /** Returns lines of the last seconds, by the clock of the kubelet. */
  readonly sinceSeconds?: number;
  /** Returns only the last lines. */
  readonly tailLines?: number;
  readonly limitBytes?: number;
}

/** Streams the log of a container. Rejects with the codes of `KubeClient.podLog`. */
export async function podLog(
  transport: Transport,
  pod: ObjectName,
  { signal, idleTimeoutMs, ...parameters }: PodLogOptions,
): Promise<AsyncIterable<Uint8Array>> {
  const path = objectPath(PODS, pod, 'log') + queryString({ ...parameters });
  const subject = `log of ${describeResource(PODS, pod)} container ${parameters.container}`;
  const options = { ...(signal && { signal }), ...(idleTimeoutMs !== undefined && { idleTimeoutMs }) };
  return transport.stream({ method: 'GET', path, isIdempotent: true, subject }, options);
}
