import type { Json, JsonObject } from '../model/json.ts';
import { CONVERTED, KPACK_WEBHOOKS } from './kpack-conflicts.ts';
import type { Manifest } from './manifest.ts';
import { LABELS, CONTROLLER_NAMESPACE, PUSH_CONFIG_MAP, SERVICE_ACCOUNT } from '../model/installation-names.ts';

/** A rule of a role (`PolicyRule` of rbac.authorization.k8s.io/v1). */
export interface Rule extends JsonObject {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** The verbs of a cache whose objects are also read one at a time. */
const WATCHED = ['get', 'list', 'watch'] as const;

/** Returns a rule for one API group. */
export function rule(
  apiGroup: string,
  resources: readonly string[],
  verbs: readonly string[],
  resourceNames: readonly string[] = [],
): Rule {
  return { apiGroups: [apiGroup], resources, verbs, ...(resourceNames.length > 0 && { resourceNames }) };
}

const BUILDERS = ['builders', 'clusterbuilders'];
const SOURCES = ['sourceresolvers'];
const PARTS = ['buildpacks', 'clusterbuildpacks', 'clusterstores', 'clusterstacks', 'clusterlifecycles'];

/** Returns the controller's permissions in all namespaces. A test runs the controller with exactly these. */
export function clusterRules(): readonly Rule[] {
  return [...kpackRules(), ...workloadRules(), ...inputRules(), ...checkRules()];
}

function kpackRules(): readonly Rule[] {
  return [
    rule('kpack.io', ['builds'], [...WATCHED, 'create', 'delete']),
    rule('kpack.io', ['images'], WATCHED),
    rule('kpack.io', SOURCES, ['create', 'patch']),
    // These objects are only read by caches, which list and watch.
    rule('kpack.io', [...BUILDERS, ...PARTS, ...SOURCES], ['list', 'watch']),
    rule(
      'kpack.io',
      ['builds', 'images', ...BUILDERS, ...PARTS, ...SOURCES].map((plural) => `${plural}/status`),
      ['patch'],
    ),
    // Owner references that block deletion (OwnerReferencesPermissionEnforcement).
    rule('kpack.io', ['builds/finalizers', 'images/finalizers'], ['update']),
    // The claims of the volume caches of Images.
    rule('', ['persistentvolumeclaims'], ['list', 'watch', 'create', 'patch', 'delete']),
  ];
}

function workloadRules(): readonly Rule[] {
  return [
    rule('', ['pods'], [...WATCHED, 'create', 'patch', 'delete']),
    rule('', ['pods/log'], ['get']),
    rule('tekton.dev', ['taskruns'], [...WATCHED, 'create', 'patch', 'delete']),
    // ConfigMaps hold user values that are too long for an annotation, and certificates. `get` also reads Tekton's `feature-flags`,
    // and the caches of labelled ConfigMaps list and watch (src/controllers/networks). `patch` adds a Build to the owners of certificates.
    rule('', ['configmaps'], [...WATCHED, 'create', 'patch', 'delete']),
    rule('events.k8s.io', ['events'], ['create']),
  ];
}

function inputRules(): readonly Rule[] {
  return [
    // The controller gets single Secrets that Builds and their accounts name; it never lists Secrets.
    rule('', ['secrets'], ['get']),
    // The label of a namespace allows its Builds the cloud identity of their ServiceAccounts.
    rule('', ['namespaces'], ['get']),
    // Workloads run as a ServiceAccount without Secrets. A Build may not mount a Secret that any ServiceAccount lists.
    rule('', ['serviceaccounts'], ['get', 'list', 'create']),
  ];
}

/** Returns the permissions of the checks at the start and of the watch for Tekton's CustomResourceDefinition. */
function checkRules(): readonly Rule[] {
  const definitions = ['taskruns.tekton.dev', ...CONVERTED];
  const webhooks = KPACK_WEBHOOKS.map(([{ plural }]) => plural);
  return [
    rule('apiextensions.k8s.io', ['customresourcedefinitions'], WATCHED, definitions),
    rule(
      'admissionregistration.k8s.io',
      webhooks,
      ['get'],
      KPACK_WEBHOOKS.map(([, name]) => name),
    ),
    rule('apps', ['deployments'], ['get'], ['kpack-controller']),
  ];
}

const GROUP = 'rbac.authorization.k8s.io';
const SUBJECT = { kind: 'ServiceAccount', name: SERVICE_ACCOUNT, namespace: CONTROLLER_NAMESPACE };

/** Returns the controller's ServiceAccount, roles and bindings. */
export function rbacManifests(): readonly Manifest[] {
  const cluster = 'taskpack-controller';
  const services = 'taskpack-controller-services';
  return [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: SERVICE_ACCOUNT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    },
    role('ClusterRole', cluster, { rules: clusterRules() }),
    binding('ClusterRole', cluster),
    role('ClusterRole', services, servicesRules()),
    binding('ClusterRole', services),
    role('Role', cluster, { rules: ownRules() }),
    binding('Role', cluster),
  ];
}

/**
 * A service provider grants the controller read access to its provisioned services with a ClusterRole with this label
 * (Service Binding specification, "Role-Based Access Control").
 */
function servicesRules(): Readonly<Record<string, Json>> {
  const matchLabels = { 'servicebinding.io/controller': 'true' };
  return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } };
}

/**
 * Allows all Leases in the controller's namespace. A rule for `create` cannot be limited to a name, and the Lease of a
 * controller for one namespace contains that namespace in its name.
 */
function ownRules(): readonly Rule[] {
  return [
    rule('coordination.k8s.io', ['leases'], ['get', 'create', 'patch']),
    // The ConfigMap of pushes (src/controllers/git-pushes).
    rule('', ['configmaps'], ['list', 'watch', 'patch'], [PUSH_CONFIG_MAP]),
  ];
}

export function role(kind: 'ClusterRole' | 'Role', name: string, content: Readonly<Record<string, Json>>): Manifest {
  return { apiVersion: `${GROUP}/v1`, kind, metadata: metadataOf(kind, name), ...content };
}

export function binding(kind: 'ClusterRole' | 'Role', name: string): Manifest {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: `${kind}Binding`,
    metadata: metadataOf(kind, name),
    roleRef: { apiGroup: GROUP, kind, name },
    subjects: [SUBJECT],
  };
}

function metadataOf(kind: 'ClusterRole' | 'Role', name: string): Manifest['metadata'] {
  return { name, ...(kind === 'Role' && { namespace: CONTROLLER_NAMESPACE }), labels: LABELS };
}
