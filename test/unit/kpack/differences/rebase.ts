import type { ComparedContainer, ComparedPod } from '../compared-pod.ts';
import { isRebase, onKpack, type Context, type Difference } from './difference.ts';

/** The Platform API version for rebases, regardless of the setting for builds. */
const REBASE_API = '0.11';

/** Differences in rebases. */
export const REBASE_DIFFERENCES: readonly Difference[] = [
  {
    id: 'rebase-by-the-lifecycle',
    reconcile: onKpack((kpack, context) => (isRebase(kpack) ? byLifecycle(kpack, context) : kpack)),
  },
  {
    id: 'no-rebase-by-an-old-lifecycle',
    amend: ({ request, ...question }, { kpack, ours }) => {
      const { builder } = request;
      const isOld = !builder.platformApis.includes(REBASE_API);
      if (!hasRebase(kpack.pod) || ours.pod === undefined || hasRebase(ours.pod) || !isOld) return undefined;
      // kpack builds in full if the stack changed, and the stack is visible nowhere else.
      return { ...question, request: { ...request, builder: { ...builder, stackId: `not ${builder.stackId}` } } };
    },
  },
];

function hasRebase(pod: unknown): boolean {
  return pod !== undefined && JSON.stringify(pod).includes('"name":"rebase"');
}

function byLifecycle(kpack: ComparedPod, context: Context): ComparedPod {
  const { rebase } = kpack.containers;
  if (rebase === undefined) return kpack;
  const { initContainers, containers } = kpack.order;
  const order =
    context.layout === 'init'
      ? { initContainers: ['prepare', ...initContainers], containers }
      : { initContainers, containers: ['prepare', ...containers] };
  const volumes = { ...kpack.volumes, 'home-dir': { emptyDir: {} } };
  return { ...kpack, order, volumes, containers: { ...kpack.containers, rebase: rebaser(rebase, context) } };
}

function rebaser(rebase: ComparedContainer, { question, layout }: Context): ComparedContainer {
  const { workingDir: _workingDir, ...rest } = rebase.rest;
  const kept = rebase.volumeMounts.filter(({ name }) => name === 'report-dir' || name.startsWith('build-wait-'));
  return {
    image: question.request.builder.image,
    command: ['/cnb/lifecycle/rebaser'],
    args: rebaserArgs(rebase.args),
    env: [
      { name: 'HOME', value: '/builder/home' },
      { name: 'CNB_PLATFORM_API', value: REBASE_API },
    ],
    volumeMounts: [{ name: 'home-dir', mountPath: '/builder/home' }, ...kept],
    // The first container waits for the gate. That container is prepare.
    ...(layout === 'containers' && { waiting: { after: 'prepare', leaves: 'rebase' } }),
    rest,
  };
}

/** kpack's flags without its credentials, which prepare writes to the home directory. */
function rebaserArgs(args: readonly string[]): readonly string[] {
  const value = (flag: string): string => args[args.indexOf(flag) + 1] ?? '';
  const tags = args.slice(args.indexOf('--report') + 2).filter((arg) => !arg.startsWith('-'));
  return [
    `-run-image=${value('--run-image')}`,
    `-previous-image=${value('--last-built-image')}`,
    `-report=${value('--report')}`,
    ...tags,
  ];
}
