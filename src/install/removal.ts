import { objectAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { highAvailabilityFiles } from './high-availability.ts';
import { installation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { LEASE, CONTROLLER_NAMESPACE, PUSH_CONFIG_MAP, WARM_NODES } from '../model/installation-names.ts';
import { networkPolicyFiles } from './network-policies.ts';
import { openShiftFiles } from './openshift.ts';
import { warmNodesFiles } from './warm-nodes.ts';
import { webhooksServiceFiles } from './webhooks-service.ts';

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
  const ofOverlays = Object.values({ ...warmNodesFiles(), ...openShiftFiles() })
    .flat()
    .filter(({ metadata }) => metadata.namespace === undefined);
  const removed =
    scope.namespace === 'delete'
      ? [...others.toReversed(), ...ofOverlays]
      : [...others.toReversed().filter(({ kind }) => kind !== 'Namespace'), ...ofOverlays, ...inNamespace()];
  return [...removed, ...(scope.definitions === 'keep' ? [] : definitions.toReversed())].map(identity);
}

/** Returns the objects in the controller's namespace that are not part of an installation without overlays. Monitoring needs kinds that most clusters lack. */
function inNamespace(): readonly Manifest[] {
  const ofOverlays = {
    ...warmNodesFiles(),
    ...openShiftFiles(),
    ...highAvailabilityFiles(),
    ...networkPolicyFiles(),
    ...webhooksServiceFiles(),
  };
  return [
    ...Object.values(ofOverlays)
      .flat()
      .filter(({ metadata }) => metadata.namespace === CONTROLLER_NAMESPACE),
    ...MADE_BY_CONTROLLER.map(([apiVersion, kind, name]) => ({
      apiVersion,
      kind,
      metadata: { name, namespace: CONTROLLER_NAMESPACE },
    })),
  ];
}

const MADE_BY_CONTROLLER = [
  ['coordination.k8s.io/v1', 'Lease', LEASE],
  ['v1', 'ConfigMap', PUSH_CONFIG_MAP],
  ['apps/v1', 'DaemonSet', WARM_NODES],
] as const;

function isDefinition({ kind }: JsonObject): boolean {
  return kind === 'CustomResourceDefinition';
}

function identity(object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata');
  const namespace = textAt(metadata, 'namespace');
  return {
    apiVersion: textAt(object, 'apiVersion') ?? '',
    kind: textAt(object, 'kind') ?? '',
    metadata: { name: textAt(metadata, 'name') ?? '', ...(namespace !== undefined && { namespace }) },
  };
}
