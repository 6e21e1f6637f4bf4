import type { BuildContext } from '../build-context.ts';
import type { ContainerPlace } from '../build-ports.ts';
import type { KnownSecrets } from '../masking/masking.ts';

/** The last lines of a container's log; where its secrets are not known there are none, which one line says. */
export async function lastLines(
  place: ContainerPlace,
  secrets: KnownSecrets,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  switch (secrets.kind) {
    case 'known':
      return ports.readLogTail(place, secrets.masks(), signal);
    case 'unknown':
      return [`the log is not shown here, because secrets in it would not be known: ${secrets.why}`];
  }
}
