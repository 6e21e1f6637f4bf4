import { chooseWorkload } from '../../../../translators/workload.ts';
import { fieldError } from '../../../core/model/problem.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import type { BuilderReference } from '../cache/build-record.ts';
import type { Observation } from '../observe/observation.ts';
import { backendOf } from '../status/recorded-status.ts';
import { MISSING_REFERENCE_TIMEOUT_MS } from '../../../core/model/wait-limits.ts';
import { decideOnPod } from './decide-on-pod.ts';
import { decideOnTaskRun } from './decide-on-task-run.ts';
import type { Decision } from './decision.ts';

/** Returns the next action for a Build. Sends no request. Time comes from the timers of the observation. */
export function decide(observation: Observation, settings: ControllerSettings): Decision {
  const { workload } = observation;
  if (workload === undefined) return decideWithoutWorkload(observation, settings);
  switch (workload.kind) {
    case 'pod-init':
    case 'pod-containers':
      return decideOnPod(workload, observation, settings);
    case 'taskrun':
      return decideOnTaskRun(workload, observation, settings);
  }
}

function decideWithoutWorkload(observation: Observation, settings: ControllerSettings): Decision {
  const { recorded, isCancelled, isTerminating } = observation;
  const { backend, workload } = recorded;
  if (isCancelled) return { kind: 'fail', cause: { kind: 'cancelled' } };
  if (workload !== undefined) return { kind: 'fail', cause: { kind: 'workload-deleted', workload } };
  if (isTerminating) return { kind: 'fail', cause: { kind: 'deleted' } };
  const waiting = waitForBuilder(observation);
  if (waiting !== undefined) return waiting;
  if (backend === undefined) return chooseBackend(observation, settings);
  if (backend === 'tekton' && observation.isTektonServed !== true) return waitForTekton(observation);
  return { kind: 'start', backend };
}

function waitForBuilder({ builder, observedForMs }: Observation): Decision | undefined {
  switch (builder.kind) {
    case 'image':
    case 'ready':
      return undefined;
    case 'not-ready': {
      const { reference } = builder;
      const details = builder.message === undefined ? '' : `: ${builder.message}`;
      const message = `${reference.kind} "${reference.name}" is not ready${details}`;
      return { kind: 'wait', because: { reason: 'BuilderNotReady', message } };
    }
    case 'missing': {
      const message = builderNotFound(builder.reference);
      const requeueAfterMs = MISSING_REFERENCE_TIMEOUT_MS - observedForMs(message);
      if (requeueAfterMs > 0) return { kind: 'wait', requeueAfterMs, because: { reason: 'BuilderNotFound', message } };
      return { kind: 'fail', cause: { kind: 'refused', problems: [fieldError(['spec', 'builder', 'ref'], message)] } };
    }
  }
}

/** kpack's message (pkg/buildpod/generator.go, resolveBuilder). */
function builderNotFound({ kind, name }: BuilderReference): string {
  return kind === 'Builder'
    ? `unable to resolve builder image: builder.kpack.io "${name}" not found`
    : `unable to resolve cluster builder image: clusterbuilder.kpack.io "${name}" not found`;
}

function chooseBackend(observation: Observation, settings: ControllerSettings): Decision {
  const { isTektonServed } = observation;
  if (isTektonServed === undefined && settings.backend !== 'native') return waitForTekton(observation);
  const backend = backendOf(chooseWorkload(settings, isTektonServed === true));
  if (backend === 'tekton' && isTektonServed !== true) return waitForTekton(observation);
  return { kind: 'choose-backend', backend };
}

function waitForTekton({ isTektonServed }: Observation): Decision {
  if (isTektonServed === undefined) return { kind: 'wait' };
  const message = 'the cluster does not serve TaskRuns (tekton.dev/v1): install Tekton, or set BACKEND to native';
  return { kind: 'wait', because: { reason: 'TektonNotServed', message } };
}
