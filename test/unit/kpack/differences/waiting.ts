import type { ComparedContainer, ComparedPod, Mount } from '../compared-pod.ts';
import { mapContainers, onKpack, without, type Context, type Difference, type Reconcile } from './difference.ts';

/** The limits of every phase. Other resources are assigned to one phase only. */
const SHARED: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Differences in the `containers` layout. */
export const WAITING_DIFFERENCES: readonly Difference[] = [
  {
    id: 'waiter-copied-by-a-hook',
    reconcile: inContainersLayout((kpack, { subject }) =>
      subject.options.waiterDelivery === 'hook' ? { ...kpack, order: { ...kpack.order, initContainers: [] } } : kpack,
    ),
  },
  {
    id: 'a-mark-for-each-phase',
    reconcile: inContainersLayout((kpack, _context, ours) => {
      const names = ours.order.containers;
      const marks = names.map((name) => [`build-wait-${name}`, { emptyDir: {} }] as const);
      const marked = { ...kpack, volumes: { ...kpack.volumes, ...Object.fromEntries(marks) } };
      return mapContainers(marked, (container, name) => withMarks(container, name, names));
    }),
  },
  {
    id: 'arguments-kept-whole',
    reconcile: inContainersLayout((kpack, { kpackInit }) =>
      mapContainers(kpack, (container, name) => {
        const { args = [] } = kpackInit.containers[name] ?? {};
        return args.join(' ') === container.args.join(' ') ? { ...container, args } : container;
      }),
    ),
  },
  {
    id: 'requests-shared-out',
    reconcile: ({ kpack, ours }, { layout }) =>
      layout === 'init' ? { kpack, ours } : { kpack: withoutShares(kpack), ours: withoutShares(ours) },
  },
  {
    id: 'no-gate-where-no-sidecars-come',
    reconcile: inContainersLayout((kpack, { subject }) =>
      subject.options.injectedSidecars === 'none'
        ? { ...kpack, volumes: without(kpack.volumes, (name) => name === 'downward-api-dir') }
        : kpack,
    ),
  },
];

function inContainersLayout(
  change: (kpack: ComparedPod, context: Context, ours: ComparedPod) => ComparedPod,
): Reconcile {
  return onKpack((kpack, context, ours) => (context.layout === 'init' ? kpack : change(kpack, context, ours)));
}

/** The waiter and the file of the preceding container are mounted read-only. prepare writes the tokens beside the files. */
function withMarks(container: ComparedContainer, name: string, names: readonly string[]): ComparedContainer {
  const predecessor = names[names.indexOf(name) - 1] ?? '';
  const marks: readonly Mount[] = [
    { name: 'build-wait-dir', mountPath: '/buildWait/bin', readOnly: true },
    { name: `build-wait-${name}`, mountPath: `/buildWait/${name}` },
    { name: `build-wait-${predecessor}`, mountPath: `/buildWait/${predecessor}`, readOnly: true },
  ];
  const volumeMounts = container.volumeMounts.flatMap((mount) =>
    mount.name === 'build-wait-dir' && mount.mountPath === '/buildWait' ? marks : [mount],
  );
  return { ...container, volumeMounts: [...volumeMounts, ...(name === 'prepare' ? tokensOf(names) : [])] };
}

/** The phases that run buildpacks, and those before them, have a token. The phase after each of them has its copy. */
function tokensOf(names: readonly string[]): readonly Mount[] {
  return names.flatMap((name, index) => {
    if (!['analyze', 'detect', 'restore', 'build'].includes(name)) return [];
    return [
      { name: `build-wait-${name}`, mountPath: `/var/tokens/${name}` },
      { name: `build-wait-${names[index + 1] ?? ''}`, mountPath: `/var/tokens/copies/${name}` },
    ];
  });
}

/** Ignores requests, whose distribution test/unit/core/translate/workload-rules.test.ts checks. */
function withoutShares(pod: ComparedPod): ComparedPod {
  return mapContainers(pod, (container) => {
    const { resources, ...rest } = container.rest;
    const { limits = {} } = (resources ?? {}) as { readonly limits?: Readonly<Record<string, string>> };
    return { ...container, rest: { ...rest, limits: without(limits, (name) => !SHARED.has(name)) } };
  });
}
