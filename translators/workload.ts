import type { TaskpackImages } from '../src/core/model/build-policy.ts';
import { defined } from '../src/core/model/defined.ts';
import { declaresDummySidecar, type DummySidecarPolicy } from '../src/core/model/dummy-sidecar.ts';
import type { Workload } from '../src/core/model/workload.ts';
import type { ResolvedBuild } from '../src/core/model/resolved-build.ts';
import { type NativeLayout, translateToPod } from './native/pod.ts';
import { optsOutOfMesh } from './phases/sidecar-injection.ts';
import { taskpackPrograms } from './phases/taskpack-phases.ts';
import type { WorkloadAccount } from './phases/workload-account.ts';
import type { TranslatedBuild } from './phases/workload-metadata.ts';
import { type TektonOptions, translateToTaskRun } from './tekton/task-run.ts';

/** The settings that decide which workload runs a new Build. */
export interface WorkloadSettings {
  readonly backend: 'auto' | 'tekton' | 'native';
  /** `true` and `auto` support injected sidecars, which run only beside regular containers. */
  readonly injectedSidecars: 'auto' | 'true' | 'false';
}

/** Returns the workload of a new Build on a cluster. */
export function chooseWorkload({ backend, injectedSidecars }: WorkloadSettings, isTektonServed: boolean): Workload {
  if (backend === 'tekton' || (backend === 'auto' && isTektonServed)) return 'taskrun';
  return injectedSidecars === 'false' ? 'pod-init' : 'pod-containers';
}

/** A kind of workload, with the options that only its translator reads. */
export type WorkloadOptions = TaskRunOptions | NativeLayout;

interface TaskRunOptions extends Pick<TektonOptions, 'features' | 'traceContext' | 'chainsLogin'> {
  readonly kind: 'taskrun';
  readonly dummySidecar: DummySidecarPolicy;
}

/** Translates a Build to the objects that run it. */
export function translateToWorkload(
  build: ResolvedBuild,
  workload: WorkloadOptions,
  { images, account }: { readonly images: TaskpackImages; readonly account: WorkloadAccount },
): TranslatedBuild {
  const programs = taskpackPrograms(images.steps);
  switch (workload.kind) {
    case 'taskrun': {
      const { features, dummySidecar, traceContext, chainsLogin } = workload;
      const hasDummySidecar = declaresDummySidecar(dummySidecar, features, { optsOutOfMesh: optsOutOfMesh(build) });
      return translateToTaskRun(build, {
        programs,
        account,
        features,
        ...(hasDummySidecar && { dummySidecarImage: images.entrypoint }),
        ...defined({ traceContext, chainsLogin }),
      });
    }
    case 'pod-init':
    case 'pod-containers':
      return translateToPod(build, { programs, account, layout: workload });
  }
}
