import type { BuildSettings } from '../build-settings.ts';
import { fieldError } from '../../../model/problem.ts';
import type { BuilderReference } from '../kept/builder-reference.ts';
import type { Observation } from '../observe/observation.ts';
import type { Backend } from '../observe/recorded-status.ts';
import type { Decision } from './decision.ts';

/** What is applied together comes in any order: for so long, what a Build names need not be there. In milliseconds. */
export const PATIENCE = 60_000;

/** What is to be done for a Build that has no workload: none yet, or none any more. */
export function decideWithoutWorkload(observation: Observation, settings: BuildSettings): Decision {
  const { recorded, isCancelled } = observation;
  const { backend, workload } = recorded;
  if (isCancelled) return { kind: 'fail', cause: { kind: 'cancelled' } };
  if (workload !== undefined) return { kind: 'fail', cause: { kind: 'workload-deleted', workload } };
  const obstacle = waitForBuilder(observation);
  if (obstacle !== undefined) return obstacle;
  if (backend === undefined) return chooseBackend(observation, settings);
  if (backend === 'tekton' && observation.isTektonServed !== true) return waitForTekton(observation);
  return { kind: 'start', backend };
}

function waitForBuilder({ builder, seenFor }: Observation): Decision | undefined {
  switch (builder.kind) {
    case 'image':
    case 'ready':
      return undefined;
    case 'not-ready': {
      const { reference, complaint } = builder;
      const why = complaint === undefined ? '' : `: ${complaint}`;
      const message = `${reference.kind} "${reference.name}" is not ready${why}`;
      return { kind: 'wait', because: { reason: 'BuilderNotReady', message } };
    }
    case 'missing': {
      const message = missing(builder.reference);
      const after = PATIENCE - seenFor(message);
      if (after > 0) return { kind: 'wait', after, because: { reason: 'BuilderNotFound', message } };
      return { kind: 'fail', cause: { kind: 'refused', problems: [fieldError(['spec', 'builder', 'ref'], message)] } };
    }
  }
}

/** kpack's words (pkg/buildpod/generator.go, resolveBuilder). */
function missing({ kind, name }: BuilderReference): string {
  return kind === 'Builder'
    ? `unable to resolve builder image: builder.kpack.io "${name}" not found`
    : `unable to resolve cluster builder image: clusterbuilder.kpack.io "${name}" not found`;
}

function chooseBackend(observation: Observation, settings: BuildSettings): Decision {
  const { isTektonServed } = observation;
  if (settings.backend !== 'native' && isTektonServed !== true) {
    if (isTektonServed === undefined || settings.backend === 'tekton') return waitForTekton(observation);
  }
  const automatic: Backend = isTektonServed === true ? 'tekton' : 'native';
  return { kind: 'choose-backend', backend: settings.backend === 'auto' ? automatic : settings.backend };
}

function waitForTekton({ isTektonServed }: Observation): Decision {
  if (isTektonServed === undefined) return { kind: 'wait' };
  const message = 'the cluster does not serve TaskRuns (tekton.dev/v1): install Tekton, or set BACKEND to native';
  return { kind: 'wait', because: { reason: 'TektonNotServed', message } };
}
