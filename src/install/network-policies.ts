import { BUILD_LABEL } from '../model/build-names.ts';
import type { JsonObject } from '../model/json.ts';
import type { Manifest } from './manifest.ts';
import { DEPLOYMENT, LABELS, CONTROLLER_NAMESPACE } from '../model/installation-names.ts';

/** All addresses except link-local ones and metadata services at other addresses (src/http/addresses). */
const ANY_BUT_METADATA: readonly JsonObject[] = [
  {
    ipBlock: {
      cidr: '0.0.0.0/0',
      except: ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
    },
  },
  { ipBlock: { cidr: '::/0', except: ['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', 'fd00:42::42/128'] } },
];

/** DNS at any address, because node-local DNS caches have link-local ones. */
const DNS: JsonObject = {
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};

/** Returns the optional NetworkPolicies by their file in `config/`. */
export function networkPolicyFiles(): Readonly<Record<string, readonly Manifest[]>> {
  const folder = 'overlays/network-policies';
  return { [`${folder}/controller.yaml`]: [controllerPolicy()], [`${folder}/builds.yaml`]: [buildsPolicy()] };
}

/**
 * The controller serves metrics, accepts webhooks of git servers, and connects to the API server, to registries and to git
 * servers by HTTPS or ssh.
 */
function controllerPolicy(): Manifest {
  const ports = [22, 443, 6443].map((port) => ({ protocol: 'TCP', port }));
  return policy(
    { name: DEPLOYMENT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    { matchLabels: LABELS },
    [{ ports: ['metrics', 'git-webhooks'].map((port) => ({ protocol: 'TCP', port })) }],
    [DNS, { to: ANY_BUT_METADATA, ports }],
  );
}

/** Builds accept no connection. The policy has no namespace: apply it in each namespace with Builds. */
function buildsPolicy(): Manifest {
  const selector = { matchExpressions: [{ key: BUILD_LABEL, operator: 'Exists' }] };
  return policy({ name: 'taskpack-builds' }, selector, [], [DNS, { to: ANY_BUT_METADATA }]);
}

function policy(
  metadata: Manifest['metadata'],
  podSelector: JsonObject,
  ingress: readonly JsonObject[],
  egress: readonly JsonObject[],
): Manifest {
  const spec = { podSelector, policyTypes: ['Ingress', 'Egress'], ingress, egress };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec };
}
