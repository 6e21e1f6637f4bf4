import { PATIENCE } from '../decide/decide-without-workload.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation } from '../observe/observation.ts';
import type { Backend } from '../observe/recorded-status.ts';
import { start } from '../start/start.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { AGAIN, type Applied } from './applied.ts';
import { failWithoutWorkload } from './fail-without-workload.ts';
import { remember } from './remember.ts';
import { tell } from './tell.ts';
import { wait } from './wait.ts';

/** What a Build names is looked for again after so many milliseconds: nobody tells when it comes. */
const LOOK_AGAIN = 2000;

/** Makes the workload, or says why there is none. */
export async function startWorkload(
  observation: Observation,
  backend: Backend,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { build, builder, recorded, createdAt } = observation;
  const { settings, ports, hasNativeSidecars } = context;
  const started = await start({
    build,
    backend,
    recreation: recorded.recreation,
    builder: builder.kind === 'ready' ? builder.builder : undefined,
    hasNativeSidecars,
    settings,
    ports,
    signal,
  });
  switch (started.kind) {
    case 'started':
      remember(backend, started.workload, context);
      tell(build, { type: 'Normal', reason: 'Started', note: noteOf(started.workload) }, context);
      return AGAIN;
    case 'missing': {
      const now = ports.now();
      const { problem } = started;
      if (now >= createdAt + PATIENCE) {
        return failWithoutWorkload(observation, { kind: 'refused', problems: [problem] }, context, signal);
      }
      const because = { reason: 'ReferenceNotFound', message: problem.message };
      return wait(observation, because, now + LOOK_AGAIN, context);
    }
    case 'refused':
    case 'rejected':
      return failWithoutWorkload(observation, started, context, signal);
  }
}

function noteOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.name} was created`;
}
