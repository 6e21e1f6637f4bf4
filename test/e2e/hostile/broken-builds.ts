import { causeOfPhase, hasFailed } from '../../../src/controller/builds/failure/phase-cause.ts';
import type { BuildProgress } from '../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { taskRunProgress } from '../../../translators/progress/task-run-progress.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { createWorkload } from '../layouts/build-run.ts';
import { link, pushChangedBuilder } from './changed-builder.ts';
import { NAMESPACE, type HostileBed } from './hostile-bed.ts';
import { hostileWorkload } from './hostile-build.ts';
import type { Backend } from './hostile-objects.ts';
import type { Remains } from './remains.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';
import { asTaskRun } from '../../../src/core/model/objects/task-run.ts';

/** A link in a builder image at the path of a mount. */
interface BrokenBuild {
  readonly backend: Backend;
  readonly path: string;
  readonly target: string;
}

/** Links that lead a mount to a place where the phase cannot work, and how the Build fails. */
export const BROKEN_BUILDS: readonly (BrokenBuild & { readonly cause: RegExp })[] = [
  ...(['containers', 'init', 'taskrun'] as const).flatMap((backend) => [
    { backend, path: '/workspace', target: '/', cause: /^phase-not-started detect StartError .*\/dev\/null/ },
  ]),
  ...(['containers', 'init'] as const).flatMap((backend) => [
    { backend, path: '/layers', target: '/', cause: /^phase-not-started build StartError .*\/dev\/null/ },
    { backend, path: '/platform', target: '/', cause: /^phase-not-started detect StartError .*\/dev\/null/ },
    {
      backend,
      path: '/cnb',
      target: '/workspace',
      cause: /^phase-(?:failed|not-started) detect .*\/cnb\/lifecycle\/detector/,
    },
    { backend, path: '/tmp', target: '/cnb', cause: /^phase-failed detect 21/ },
  ]),
  // prepare finds the directory of a mount, a later phase writes into it, or the guard refuses what the buildpack exports. Which one
  // depends on when the kubelet mounts the directory.
  {
    backend: 'containers',
    path: '/var',
    target: '/workspace',
    cause: /^phase-failed (?:prepare|detect|restore|export 113) /,
  },
  {
    backend: 'taskrun',
    path: '/tekton',
    target: '/workspace',
    cause: /^phase-failed prepare .*another user owns \/workspace\/run\/.* because the builder image has a link/s,
  },
];

/** The first failure of a Build, and what can be read until then. */
interface BrokenEnd {
  /** The kind of the cause, the phase, and the reason or the exit code. */
  readonly cause: string;
  readonly remains: Remains;
}

/** Runs a Build until a phase fails. The phases after it may wait, because no controller stops them here. */
export async function endOfBrokenBuild(bed: HostileBed, { backend, path, target }: BrokenBuild): Promise<BrokenEnd> {
  const { client, registry } = bed.cluster;
  const place = path.slice(1);
  // Builds side by side must not push to one repository (push-image.ts).
  const change = { name: `link-${place}-${backend}`, entries: [link(path, target)] };
  const linked = await pushChangedBuilder(registry, bed.builders.attacking, change);
  const its = { ...bed, builders: { ...bed.builders, linked } };
  const { objects, name } = await hostileWorkload(its, backend, `broken-${place}-${backend}`, {
    attacks: ['linked', 'early', 'login'],
  });
  const workload = objects.at(-1) as KubernetesObject;
  const pod = await createWorkload(client, objects);
  const read = async (object: KubernetesObject): Promise<JsonObject> =>
    ((await client.get(object)) ?? {}) as JsonObject;
  const progressOf = async (): Promise<BuildProgress> =>
    workload.kind === 'Pod'
      ? podProgress(asPod(await read(pod)))
      : taskRunProgress(asTaskRun(await read(workload)), asPod(await read(pod)));
  const cause = await until(`a phase of ${name} fails`, async () => firstCause(await progressOf()), { seconds: 120 });
  const flags = ['--all-containers', '--prefix', '--ignore-errors', '--tail=-1'];
  const logs = await kubectlOutput(bed.cluster, ['logs', '-n', NAMESPACE, pod.metadata.name, ...flags]);
  const statuses = JSON.stringify([(await read(pod))['status'], (await read(workload))['status']]);
  await client.delete(workload);
  // Tekton replaces the termination message by its own data, so the last line of the log has the cause.
  return { cause: `${cause} ${logs}`, remains: { layers: [], configurations: '', logs, statuses, identified: [] } };
}

function firstCause(progress: BuildProgress): string | undefined {
  const index = progress.phases.findIndex(hasFailed);
  const failed = progress.phases[index];
  // The kubelet can show a skipped phase before the failed one.
  const isFirst = progress.phases.slice(0, Math.max(0, index)).every(({ kind }) => kind === 'terminated');
  if (failed === undefined || !hasFailed(failed) || !isFirst) return undefined;
  const cause = causeOfPhase(failed, progress);
  const { reason, exitCode, message = '' } = failed;
  return `${cause.kind} ${failed.phase} ${cause.kind === 'phase-failed' ? exitCode : reason} ${message}`;
}
