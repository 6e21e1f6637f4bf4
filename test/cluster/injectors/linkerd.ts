import type { Injector, Marks } from './injector.ts';
import type { Additions } from './json-patch.ts';
import type { Pod } from './pod.ts';
import { type Endpoints, classicProxy, holdingBack, initContainer, nativeProxy, proxyVolume } from './proxy.ts';

const INJECT = 'linkerd.io/inject';
const PROXY = 'linkerd-proxy';
/** The user IDs of Linkerd's proxy and init container. */
const PROXY_USER = 2102;
const INIT_USER = 65534;

const ENDPOINTS: Endpoints = {
  ready: { port: 4191, path: '/ready' },
  stop: { port: 4191, path: '/shutdown' },
};

const DECISION: Pick<Injector, 'enabling' | 'webhook' | 'injects'> = {
  enabling: { annotations: { [INJECT]: 'enabled' } },
  webhook: {
    name: 'linkerd-proxy-injector.linkerd.io',
    failurePolicy: 'Ignore',
    namespaceExpressions: [{ key: 'config.linkerd.io/admission-webhooks', operator: 'NotIn', values: ['disabled'] }],
    objectExpressions: [{ key: 'linkerd.io/control-plane-component', operator: 'DoesNotExist' }],
  },
  injects: (pod, namespace) => injects(pod, namespace),
};

/** Linkerd reads annotations only: the Pod's, or else the namespace's. An unknown value disables injection. */
function injects({ metadata, spec }: Pod, { annotations }: Marks): boolean {
  if ('hostNetwork' in spec && spec.hostNetwork === true) return false;
  const wish = metadata.annotations?.[INJECT] ?? annotations?.[INJECT] ?? 'disabled';
  return wish === 'enabled' || wish === 'ingress';
}

const MARKS: Pick<Additions, 'labels' | 'annotations' | 'volumes'> = {
  labels: { 'linkerd.io/control-plane-ns': 'linkerd' },
  annotations: { 'linkerd.io/proxy-version': 'test-bed' },
  volumes: [proxyVolume(PROXY)],
};

/** The proxy comes first and holds back the other containers. The init container comes last. */
export const LINKERD_CLASSIC: Injector = {
  ...DECISION,
  additions: ({ proxy, init }) => ({
    ...MARKS,
    initContainers: { place: 'last', containers: [initContainer('linkerd-init', init, INIT_USER)] },
    containers: {
      place: 'first',
      containers: [holdingBack(classicProxy({ name: PROXY, image: proxy, user: PROXY_USER, endpoints: ENDPOINTS }))],
    },
  }),
};

export const LINKERD_NATIVE: Injector = {
  ...DECISION,
  additions: ({ proxy, init }) => ({
    ...MARKS,
    initContainers: {
      place: 'first',
      containers: [
        initContainer('linkerd-init', init, INIT_USER),
        nativeProxy({ name: PROXY, image: proxy, user: PROXY_USER, endpoints: ENDPOINTS }),
      ],
    },
    containers: { place: 'last', containers: [] },
  }),
};
