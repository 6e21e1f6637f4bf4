import type { Injector, Marks } from './injector.ts';
import type { Additions } from './json-patch.ts';
import type { Pod } from './pod.ts';
import { type Endpoints, classicProxy, holdingBack, initContainer, nativeProxy, proxyVolume } from './proxy.ts';

const INJECT = 'sidecar.istio.io/inject';
const PROXY = 'istio-proxy';
/** The user ID of Istio's proxy. */
const USER = 1337;

const ENDPOINTS: Endpoints = {
  ready: { port: 15021, path: '/healthz/ready' },
  stop: { port: 15020, path: '/quitquitquit' },
};

/** The requests of the proxy in Istio's default profile. */
const RESOURCES = { requests: { cpu: '100m', memory: '128Mi' } };

/** The webhook and the injection policy, which all of Istio's variants share. */
export const ISTIO_DECISION: Pick<Injector, 'enabling' | 'webhook' | 'injects'> = {
  enabling: { labels: { 'istio-injection': 'enabled' } },
  webhook: {
    name: 'namespace.sidecar-injector.istio.io',
    failurePolicy: 'Fail',
    namespaceExpressions: [{ key: 'istio-injection', operator: 'In', values: ['enabled'] }],
    objectExpressions: [{ key: INJECT, operator: 'NotIn', values: ['false'] }],
  },
  injects: (pod, namespace) => injects(pod, namespace),
};

/** The Pod's label has precedence over its annotation, and both over the namespace. */
function injects({ metadata, spec }: Pod, { labels }: Marks): boolean {
  if ('hostNetwork' in spec && spec.hostNetwork === true) return false;
  const wish = metadata.labels?.[INJECT] ?? metadata.annotations?.[INJECT] ?? '';
  return wish === '' ? labels?.['istio-injection'] === 'enabled' : /^(?:y|yes|true|on)$/i.test(wish);
}

const MARKS: Pick<Additions, 'labels' | 'annotations' | 'volumes'> = {
  labels: { 'security.istio.io/tlsMode': 'istio' },
  annotations: { 'sidecar.istio.io/status': '{"revision":"test-bed"}' },
  volumes: [proxyVolume(PROXY)],
};

export const ISTIO_CLASSIC: Injector = {
  ...ISTIO_DECISION,
  additions: (images) => classic(images),
};

/** `holdApplicationUntilProxyStarts`. */
export const ISTIO_CLASSIC_HOLDING_BACK: Injector = {
  ...ISTIO_DECISION,
  additions: (images) => {
    const { containers, ...rest } = classic(images);
    return { ...rest, containers: { place: 'first', containers: containers.containers.map(holdingBack) } };
  },
};

/** Without istio-cni: istio-init redirects the traffic itself (istio, injection-template.yaml). */
export const ISTIO_CLASSIC_WITHOUT_CNI: Injector = {
  ...ISTIO_DECISION,
  additions: (images) => {
    const { initContainers, ...rest } = classic(images);
    const containers = initContainers.containers.map((one) => ({ ...one, securityContext: NETWORK_ADMINISTRATOR }));
    return { ...rest, initContainers: { ...initContainers, containers } };
  },
};

const NETWORK_ADMINISTRATOR = {
  allowPrivilegeEscalation: false,
  privileged: false,
  capabilities: { add: ['NET_ADMIN', 'NET_RAW'], drop: ['ALL'] },
  readOnlyRootFilesystem: false,
  runAsGroup: 0,
  runAsNonRoot: false,
  runAsUser: 0,
};

/** A proxy that becomes ready late. */
export const ISTIO_CLASSIC_SLOW: Injector = {
  ...ISTIO_DECISION,
  additions: (images) => classic({ ...images, readyAfterSeconds: 4 }),
};

export const ISTIO_NATIVE: Injector = {
  ...ISTIO_DECISION,
  additions: ({ proxy, init }) => ({
    ...MARKS,
    initContainers: {
      place: 'first',
      containers: [
        initContainer('istio-init', init, USER),
        {
          ...nativeProxy({ name: PROXY, image: proxy, user: USER, endpoints: ENDPOINTS }),
          resources: RESOURCES,
          // Istio's proxy drains its connections.
          lifecycle: { preStop: { exec: { command: ['sh', '-c', 'true'] } } },
        },
      ],
    },
    containers: { place: 'last', containers: [] },
  }),
};

/** The init container comes last, because traffic of the application's init containers would find no proxy. */
function classic(proxy: {
  readonly proxy: string;
  readonly init: string;
  readonly readyAfterSeconds?: number;
}): Additions {
  const { proxy: image, init, ...pace } = proxy;
  const container = classicProxy({ name: PROXY, image, user: USER, endpoints: ENDPOINTS, ...pace });
  return {
    ...MARKS,
    initContainers: { place: 'last', containers: [initContainer('istio-init', init, USER)] },
    containers: {
      place: 'last',
      containers: [{ ...container, resources: RESOURCES, startupProbe: container['readinessProbe'] }],
    },
  };
}
