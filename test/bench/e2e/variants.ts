import type { KpackMode } from '../../cluster/kpack/kpack.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { almostIdleTaskRun, creatorPod, idleContainersPod, idleInitPod, idlePod, idleTaskRun } from './bare-pods.ts';
import type { Application, ApplicationName } from './bed.ts';
import { firstBuild, rebuild } from './sample-build.ts';

/** One way to build the same image, or to run idle containers. */
export interface Variant {
  readonly name: string;
  /** The namespace of its objects. Its controller watches only this namespace, or runs alone. */
  readonly namespace: string;
  readonly runner: Runner;
  /** The default is `small`. */
  readonly application?: ApplicationName;
  /** Tekton's feature flags in its turn. The other variants run with Tekton's default flags. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Returns the object of a run. `last` is the finished object of the run before. */
  readonly object: (inputs: BuildInputs, place: Place, last: KubernetesObject | undefined) => KubernetesObject;
}

/** The inputs of a build. `registry` is an address. */
export interface BuildInputs extends Application {
  readonly registry: string;
  readonly runImage: string;
}

/** The controller that creates the Pods. */
export type Runner =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'taskpack';
      readonly settings: Readonly<Record<string, string>>;
      /** True if the builder runs in creator mode. The setting names its registry, which only the bed knows. */
      readonly isCreator?: true;
    }
  | { readonly kind: 'kpack'; readonly mode: KpackMode };

/** The metadata of an object. */
export type Place = Readonly<Record<'name' | 'namespace', string>>;

const CONTAINERS = taskpack({ BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' });
const GATED = taskpack({ BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' });
const INIT = taskpack({ BACKEND: 'native' });
const TASK_RUN = taskpack({ BACKEND: 'tekton' });
/** The dummy sidecar, which Tekton needs before 0.47 only. */
const WITHOUT_DUMMY = taskpack({ BACKEND: 'tekton', DUMMY_SIDECAR: 'never' });

/** One container runs all phases of the lifecycle. */
const CREATOR_CONTAINERS = { ...CONTAINERS, isCreator: true } as const;
const CREATOR_INIT = { ...INIT, isCreator: true } as const;
const CREATOR_TASK_RUN = { ...TASK_RUN, isCreator: true } as const;

/** The flags that docs/how-to/tune-tekton.md recommends for namespaces without injected proxies. */
const TUNED = { 'running-in-environment-with-injected-sidecars': 'false' };

const application = 'realistic';

/** All variants, in the order of their turns. */
export const VARIANTS = [
  { name: 'creator', namespace: 'creator', runner: { kind: 'none' }, object: creatorPod },
  { name: 'containers', namespace: 'containers', runner: CONTAINERS, object: firstBuild },
  { name: 'containers, gated', namespace: 'gated', runner: GATED, object: firstBuild },
  { name: 'TaskRun', namespace: 'task-run', runner: TASK_RUN, object: firstBuild },
  { name: 'TaskRun, no dummy', namespace: 'no-dummy', runner: WITHOUT_DUMMY, object: firstBuild },
  { name: 'init', namespace: 'init', runner: INIT, object: firstBuild },
  { name: 'creator mode, containers', namespace: 'one-containers', runner: CREATOR_CONTAINERS, object: firstBuild },
  { name: 'creator mode, TaskRun', namespace: 'one-task-run', runner: CREATOR_TASK_RUN, object: firstBuild },
  { name: 'creator mode, init', namespace: 'one-init', runner: CREATOR_INIT, object: firstBuild },
  { name: 'TaskRun, tuned', namespace: 'tuned', runner: TASK_RUN, flags: TUNED, object: firstBuild },
  { name: 'rebuild, containers', namespace: 'containers', runner: CONTAINERS, object: rebuild },
  { name: 'rebuild, TaskRun', namespace: 'task-run', runner: TASK_RUN, object: rebuild },
  { name: 'rebuild, init', namespace: 'init', runner: INIT, object: rebuild },
  { name: 'realistic, creator', namespace: 'creator', runner: { kind: 'none' }, application, object: creatorPod },
  { name: 'realistic, containers', namespace: 'containers', runner: CONTAINERS, application, object: firstBuild },
  { name: 'realistic, TaskRun', namespace: 'task-run', runner: TASK_RUN, application, object: firstBuild },
  {
    name: 'realistic, TaskRun, tuned',
    namespace: 'tuned',
    runner: TASK_RUN,
    flags: TUNED,
    application,
    object: firstBuild,
  },
  { name: 'realistic, init', namespace: 'init', runner: INIT, application, object: firstBuild },
  { name: 'idle container', namespace: 'idle', runner: { kind: 'none' }, object: idlePod },
  { name: 'idle containers', namespace: 'idle', runner: { kind: 'none' }, object: idleContainersPod },
  { name: 'idle init containers', namespace: 'idle', runner: { kind: 'none' }, object: idleInitPod },
  { name: 'idle TaskRun', namespace: 'idle', runner: { kind: 'none' }, object: idleTaskRun },
  { name: 'idle TaskRun, tuned', namespace: 'idle', runner: { kind: 'none' }, flags: TUNED, object: idleTaskRun },
  { name: 'idle TaskRun, first step 0.2 s', namespace: 'idle', runner: { kind: 'none' }, object: almostIdleTaskRun },
  { name: 'kpack, waiter', namespace: 'kpack-waiter', runner: kpack('containers'), object: firstBuild },
  { name: 'kpack, init', namespace: 'kpack-init', runner: kpack('init'), object: firstBuild },
] as const satisfies readonly Variant[];

export type VariantName = (typeof VARIANTS)[number]['name'];

function taskpack(settings: Readonly<Record<string, string>>): Extract<Runner, { readonly kind: 'taskpack' }> {
  return { kind: 'taskpack', settings };
}

function kpack(mode: KpackMode): Runner {
  return { kind: 'kpack', mode };
}
