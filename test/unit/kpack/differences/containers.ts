import { comparePlatformApis } from '../../../../src/core/model/platform-api.ts';
import { pinnedTo } from '../../../../src/core/model/image-reference.ts';
import { createdAt } from '../../../../src/core/resolver/times.ts';
import type { ComparedContainer, ComparedPod, Env } from '../compared-pod.ts';
import { isRebase, mapContainers, onKpack, type Context, type Difference, type Reconcile } from './difference.ts';

/** Differences in the containers of the lifecycle. */
export const CONTAINER_DIFFERENCES: readonly Difference[] = [
  {
    id: 'builder-by-digest',
    reconcile: onContainers((container, { subject, question }) => {
      const { image } = question.request.builder;
      const digest = subject.world.imageFacts(image)?.digest;
      if (container.image !== image || image.includes('@') || digest === undefined) return container;
      return { ...container, image: pinnedTo(image, digest) };
    }),
  },
  {
    id: 'no-workspace-subpath',
    reconcile: onContainers((container, { subject }) => {
      const { subPath: built = '' } = subject.build?.spec.source ?? {};
      const volumeMounts = container.volumeMounts.map(({ subPath, ...mount }) =>
        subPath === undefined || (mount.name === 'workspace-dir' && subPath === built) ? mount : { ...mount, subPath },
      );
      return { ...container, volumeMounts };
    }),
  },
  {
    id: 'no-expansion',
    reconcile: onContainers((container) => ({
      ...container,
      args: container.args.map((arg) => (arg.startsWith('-process-type=') ? arg.replaceAll('$', '$$$$') : arg)),
    })),
  },
  {
    id: 'now-is-when-the-build-was-made',
    reconcile: onContainers((container, { subject }) => {
      const { build, options } = subject;
      if (build?.spec.creationTime !== 'now') return container;
      return withEnv(container, 'SOURCE_DATE_EPOCH', `${createdAt(build, options.now)}`);
    }),
  },
  {
    id: 'newer-platform-apis',
    amend: ({ request, ...question }, { kpack, ours }) => {
      const isTooNew = kpack.refusal?.startsWith('unsupported builder platform API versions') === true;
      if (!isTooNew || ours.pod === undefined) return undefined;
      return { ...question, request: { ...request, builder: { ...request.builder, platformApis: [KPACK_API] } } };
    },
    reconcile: onKpack((kpack, context, ours) => {
      const api = newerApi(ours, context);
      if (isRebase(kpack) || api === undefined) return kpack;
      return mapContainers(kpack, (container) => withEnv(container, 'CNB_PLATFORM_API', api));
    }),
  },
];

/** The newest Platform API version that kpack supports. */
const KPACK_API = '0.9';

function isAbove(api: string): boolean {
  return comparePlatformApis(api, KPACK_API) > 0;
}

/** Returns the version that taskpack uses, if the builder and the setting allow it and kpack does not support it. */
function newerApi(ours: ComparedPod, { subject, question }: Context): string | undefined {
  const spoken = ours.containers['analyze']?.env.find(({ name }) => name === 'CNB_PLATFORM_API')?.value ?? '';
  const { maximumPlatformApi } = subject.options;
  const apis = subject.world.imageFacts(question.request.builder.image)?.lifecycle?.apis?.platform;
  const isOffered = [...(apis?.deprecated ?? []), ...(apis?.supported ?? [])].includes(spoken);
  const isAllowed =
    isOffered && (maximumPlatformApi === undefined || comparePlatformApis(spoken, maximumPlatformApi) <= 0);
  return isAllowed && isAbove(spoken) ? spoken : undefined;
}

function onContainers(change: (container: ComparedContainer, context: Context) => ComparedContainer): Reconcile {
  return onKpack((kpack, context) => mapContainers(kpack, (container) => change(container, context)));
}

function withEnv(container: ComparedContainer, name: string, value: string): ComparedContainer {
  const env: readonly Env[] = container.env.map((variable) =>
    variable.name === name ? { ...variable, value } : variable,
  );
  return { ...container, env };
}
