import budget from '../../config/overlays/high-availability/pod-disruption-budget.yaml';
import networkPolicy from '../../config/overlays/network-policies/controller.yaml';
import openShiftRights from '../../config/overlays/openshift/rbac.yaml';
import warmAccount from '../../config/overlays/warm/account.yaml';
import warmPriorityClass from '../../config/overlays/warm/priority-class.yaml';
import warmRights from '../../config/overlays/warm/rbac.yaml';
import webhooksService from '../../config/overlays/webhooks/service.yaml';
import { defined } from '../core/model/defined.ts';
import { asObject } from '../core/model/objects/object-meta.ts';
import type { JsonObject } from '../core/model/json.ts';
import {
  CONTROLLER_NAMESPACE,
  INDEX_PLATFORM_CONFIG_MAP,
  LEASE,
  PUSH_CONFIG_MAP,
  WARM_NODES,
} from '../core/model/installation-names.ts';
import { installation, manifestsIn } from './installation.ts';

/** The parts of an installation that users can keep or delete. The controller is always deleted. */
export interface RemovalScope {
  /** The cluster deletes every Build, Image and Builder with their definitions. */
  readonly definitions: 'keep' | 'delete';
  /** The cluster deletes every object in the controller's namespace with the namespace. */
  readonly namespace: 'keep' | 'delete';
}

/**
 * Returns the objects of an installation and its overlays in the order of their deletion, each with only the fields that identify
 * it. The Deployment is first, so that the controller never runs without its rights and settings. If the namespace is kept, also
 * returns the objects of overlays and of the controller in the namespace.
 */
export function removal(scope: RemovalScope): readonly JsonObject[] {
  // The images are not part of what identifies an object.
  const objects = installation({ steps: '', entrypoint: '' });
  const [definitions, others] = [objects.filter(isDefinition), objects.filter((object) => !isDefinition(object))];
  const ofOverlays = OVERLAYS.flatMap(manifestsIn);
  const [ofCluster, ofNamespace] = [
    ofOverlays.filter(isClusterScoped),
    ofOverlays.filter((one) => !isClusterScoped(one)),
  ];
  const removed =
    scope.namespace === 'delete'
      ? [...others.toReversed(), ...ofCluster]
      : [
          ...others.toReversed().filter(({ kind }) => kind !== 'Namespace'),
          ...ofCluster,
          ...ofNamespace,
          ...MADE_BY_CONTROLLER,
        ];
  return [...removed, ...(scope.definitions === 'keep' ? [] : definitions.toReversed())].map(identity);
}

/** The overlays. Monitoring needs kinds that most clusters lack, and its objects are in the controller's namespace. */
const OVERLAYS = [warmAccount, warmPriorityClass, warmRights, openShiftRights, budget, networkPolicy, webhooksService];

const MADE_BY_CONTROLLER = [
  ['coordination.k8s.io/v1', 'Lease', LEASE],
  ['v1', 'ConfigMap', PUSH_CONFIG_MAP],
  ['v1', 'ConfigMap', INDEX_PLATFORM_CONFIG_MAP],
  ['apps/v1', 'DaemonSet', WARM_NODES],
].map(([apiVersion = '', kind = '', name = '']) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: CONTROLLER_NAMESPACE },
}));

function isClusterScoped(object: JsonObject): boolean {
  return asObject(object).metadata.namespace === undefined;
}

function isDefinition({ kind }: JsonObject): boolean {
  return kind === 'CustomResourceDefinition';
}

function identity(object: JsonObject): JsonObject {
  const { apiVersion = '', kind = '', metadata } = asObject(object);
  const { name = '', namespace } = metadata;
  return { apiVersion, kind, metadata: { name, ...defined({ namespace }) } };
}
