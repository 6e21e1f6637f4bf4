import type { StreamOptions } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { query } from './query.ts';
import { PODS } from './resources.ts';
import { called, objectPath, type ObjectName } from './resource.ts';

export interface PodLogOptions extends Pick<StreamOptions, 'signal' | 'idle'> {
  readonly container: string;
  /** Goes on until the container ends. */
  readonly follow?: boolean;
  /** Of the container's run before this one. */
  readonly previous?: boolean;
  /** Each line begins with its time. */
  readonly timestamps?: boolean;
  /** From this time on, by RFC 3339. */
  readonly sinceTime?: string;
  /** No more than the last lines. */
  readonly tailLines?: number;
  readonly limitBytes?: number;
}

/** The bytes of a container's log. */
export async function podLog(
  transport: Transport,
  pod: ObjectName,
  { signal, idle, ...parameters }: PodLogOptions,
): Promise<AsyncIterable<Uint8Array>> {
  const path = objectPath(PODS, pod, 'log') + query({ ...parameters });
  const subject = `log of ${called(PODS, pod)} container ${parameters.container}`;
  const patience = { ...(signal && { signal }), ...(idle !== undefined && { idle }) };
  return transport.stream({ method: 'GET', path, isIdempotent: true, subject }, patience);
}
