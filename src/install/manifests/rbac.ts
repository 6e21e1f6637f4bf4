import type { Json } from '../../model/json.ts';
import { NAMESPACE, SERVICE_ACCOUNT } from '../names.ts';
import { clusterRules } from './cluster-rules.ts';
import { LABELS, type Manifest } from './manifest.ts';
import { rule, type Rule } from './rule.ts';

const GROUP = 'rbac.authorization.k8s.io';
const SUBJECT = { kind: 'ServiceAccount', name: SERVICE_ACCOUNT, namespace: NAMESPACE };

/** The controller's account and what it may do. */
export function rbacManifests(): readonly Manifest[] {
  const cluster = 'taskpack-controller';
  const services = 'taskpack-controller-services';
  return [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: SERVICE_ACCOUNT, namespace: NAMESPACE, labels: LABELS },
    },
    role('ClusterRole', cluster, { rules: clusterRules() }),
    binding('ClusterRole', cluster),
    role('ClusterRole', services, servicesRules()),
    binding('ClusterRole', services),
    role('Role', cluster, { rules: leaseRules() }),
    binding('Role', cluster),
  ];
}

/**
 * Whatever offers credentials to Builds as a provisioned service brings the right to read it, in a role with this label
 * (Service Binding specification, "Role-Based Access Control").
 */
function servicesRules(): Readonly<Record<string, Json>> {
  const matchLabels = { 'servicebinding.io/controller': 'true' };
  return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } };
}

/**
 * Any Lease of its own namespace: one that does not exist has no name that a rule could tell, so who may create one may
 * create any; and a controller of one namespace holds a Lease whose name has that of the namespace in it.
 */
function leaseRules(): readonly Rule[] {
  return [rule('coordination.k8s.io', ['leases'], ['get', 'create', 'patch'])];
}

function role(kind: 'ClusterRole' | 'Role', name: string, content: Readonly<Record<string, Json>>): Manifest {
  return { apiVersion: `${GROUP}/v1`, kind, metadata: metadataOf(kind, name), ...content };
}

function binding(kind: 'ClusterRole' | 'Role', name: string): Manifest {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: `${kind}Binding`,
    metadata: metadataOf(kind, name),
    roleRef: { apiGroup: GROUP, kind, name },
    subjects: [SUBJECT],
  };
}

function metadataOf(kind: 'ClusterRole' | 'Role', name: string): Manifest['metadata'] {
  return { name, ...(kind === 'Role' && { namespace: NAMESPACE }), labels: LABELS };
}
