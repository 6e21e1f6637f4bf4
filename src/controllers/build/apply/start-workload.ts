import { PATIENCE } from '../decide/decide-without-workload.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation } from '../observe/observation.ts';
import type { Backend } from '../observe/recorded-status.ts';
import { start, type Start } from '../start/start.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { AGAIN, type Applied } from './applied.ts';
import { failWithoutWorkload } from './fail-without-workload.ts';
import { remember } from './remember.ts';
import { tell } from './tell.ts';
import { wait } from './wait.ts';

/** What a Build names is looked for again after so many milliseconds, and then after twice as long each time: nobody tells when it comes. */
const LOOK_AGAIN = 2000;

/** For so long one who denies a workload may only be in trouble. In milliseconds. */
const DENIED_FOR_GOOD = 60_000;

/** Makes the workload, or says why there is none. Rejects where another try may go otherwise. */
export async function startWorkload(
  observation: Observation,
  backend: Backend,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  try {
    const started = await attempt(observation, backend, context, signal);
    if (started.kind !== 'denied') context.denials.forget(observation.build.uid);
    return await answerTo(started, observation, backend, context, signal);
  } catch (error) {
    if (!signal.aborted) await sayWhy(error, observation, context);
    throw error;
  }
}

async function attempt(
  { build, builder, recorded }: Observation,
  backend: Backend,
  { settings, ports, tektonFlags }: BuildContext,
  signal: AbortSignal,
): Promise<Start> {
  return start({
    build,
    backend,
    recreation: recorded.recreation,
    builder: builder.kind === 'ready' ? builder.builder : undefined,
    tektonFlags,
    settings,
    ports,
    signal,
  });
}

async function answerTo(
  started: Start,
  observation: Observation,
  backend: Backend,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { build, seenFor } = observation;
  switch (started.kind) {
    case 'started':
      remember(backend, started.workload, context);
      tell(build, { type: 'Normal', reason: 'Started', note: noteOf(started.workload) }, context);
      return AGAIN;
    case 'missing': {
      const { problem } = started;
      const missed = seenFor(problem.message);
      if (missed >= PATIENCE) {
        return failWithoutWorkload(observation, { kind: 'refused', problems: [problem] }, context, signal);
      }
      const because = { reason: 'ReferenceNotFound', message: problem.message };
      return wait(observation, because, Math.min(Math.max(missed, LOOK_AGAIN), PATIENCE - missed), context);
    }
    case 'refused':
    case 'rejected':
      return failWithoutWorkload(observation, started, context, signal);
    case 'denied': {
      if (context.denials.met(build.uid) < DENIED_FOR_GOOD) throw started.error;
      const { message } = started.error;
      return failWithoutWorkload(observation, { kind: 'rejected', message }, context, signal);
    }
  }
}

/** Whoever waits for the Build is told why it does not begin; not what is over in a second, and nothing twice. */
async function sayWhy(error: unknown, observation: Observation, context: BuildContext): Promise<void> {
  if (context.pace.wait(observation.build.uid) > 0) return;
  const because = { reason: 'Retrying', message: error instanceof Error ? error.message : String(error) };
  // What stands in the way may be the API server itself.
  await wait(observation, because, undefined, context).catch(() => undefined);
}

function noteOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.name} was created`;
}
