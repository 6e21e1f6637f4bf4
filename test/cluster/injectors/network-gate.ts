import type { Injector } from './injector.ts';
import { ISTIO_DECISION } from './istio.ts';
import { classicProxy, initContainer, proxyVolume } from './proxy.ts';

const PROXY = 'gate-proxy';

/** A routing rule that precedes all rules except the local one. Traffic that leaves the Pod fails immediately, as it does before a proxy listens. */
const RULE = 'pref 100 type unreachable';

const NETWORK_ADMINISTRATOR = {
  runAsUser: 0,
  runAsGroup: 0,
  runAsNonRoot: false,
  capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
};

/**
 * Traffic leaves the Pod only once the proxy is ready. This imitates a node-level redirection to a proxy in a regular container (istio-cni), with which init containers have no network. Needs NET_ADMIN, so the namespace cannot enforce Pod Security.
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
