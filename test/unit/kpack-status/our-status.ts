import { observedCause } from '../../../src/controller/builds/failure/workload-cause.ts';
import { failureOf } from '../../../src/controller/builds/failure/failure.ts';
import type { BuildState } from '../../../src/controller/builds/status/build-status.ts';
import { buildStatus } from '../../../src/controller/builds/status/build-status.ts';
import { builtImage } from '../../../src/controller/builds/status/built-image.ts';
import type { BuildProgress } from '../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import type { Subject } from './subject.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';

/** Returns the status that taskpack's controller writes for the Pod. */
export function ourStatus(subject: Subject): JsonObject {
  const state = { backend: 'native', ...stateOf(podProgress(asPod(subject.pod)), subject) } as const;
  return buildStatus({ metadata: { name: 'some', generation: 3 } }, state, '2026-01-02T03:05:00Z');
}

function stateOf(progress: BuildProgress, { log = [], image }: Subject): BuildState {
  const cause = observedCause(progress);
  if (cause !== undefined) {
    const pod = { namespace: 'apps', name: 'some-build-pod' };
    return { kind: 'failed', failure: failureOf(cause, log, pod), progress };
  }
  const { state, outcome } = progress;
  if (state.kind !== 'succeeded' || outcome === undefined || image === undefined)
    return { kind: 'in-progress', progress };
  const [tag = ''] = image.reference.split('@');
  return {
    kind: 'succeeded',
    progress,
    image: builtImage(tag, outcome, new Map(Object.entries(image.labels))),
  };
}
