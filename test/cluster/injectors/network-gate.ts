import type { Injector } from './injector.ts';
import { ISTIO_DECISION } from './istio.ts';
import { classicProxy, initContainer, proxyVolume } from './proxy.ts';

const PROXY = 'gate-proxy';

/** A rule before all but that of local addresses: what leaves the pod fails at once, as where no proxy listens yet. */
const RULE = 'pref 100 type unreachable';

const NETWORK_ADMINISTRATOR = {
  runAsUser: 0,
  runAsGroup: 0,
  runAsNonRoot: false,
  capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
};

/**
 * Network leaves the pod only once the proxy is ready, and init containers run before it: as with a node-level
 * redirection to a proxy that is a regular container (istio-cni). Needs NET_ADMIN, so no Pod Security.
 */
export const NETWORK_GATE: Injector = {
  ...ISTIO_DECISION,
  additions: ({ proxy, init }) => ({
    labels: {},
    annotations: {},
    volumes: [proxyVolume(PROXY)],
    initContainers: {
      place: 'first',
      containers: [
        {
          ...initContainer('gate-init', init, 0),
          args: ['sh', '-c', `ip rule add ${RULE}`],
          securityContext: NETWORK_ADMINISTRATOR,
        },
      ],
    },
    containers: {
      place: 'last',
      containers: [
        {
          ...classicProxy({
            name: PROXY,
            image: proxy,
            user: 0,
            readyAfterSeconds: 3,
            opens: `ip rule del ${RULE}`,
          }),
          securityContext: NETWORK_ADMINISTRATOR,
        },
      ],
    },
  }),
};
