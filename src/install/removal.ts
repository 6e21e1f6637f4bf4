import { objectAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { installation } from './installation.ts';
import { openShiftFiles } from './openshift.ts';
import { warmNodesFiles } from './warm-nodes.ts';

/** The part of an installation to remove. The cluster deletes every Build, Image and Builder with their definitions. */
export type RemovalScope = 'controller' | 'controller-and-definitions';

/**
 * Returns the objects of an installation and its overlays in the order of their deletion, each with only the fields that identify
 * it. The Deployment is first, so that the controller never runs without its rights and settings. Most objects of overlays are in the
 * controller's namespace, and are deleted with it.
 */
export function removal(scope: RemovalScope): readonly JsonObject[] {
  // The images are not part of what identifies an object.
  const objects = installation({ steps: '', entrypoint: '' });
  const [definitions, others] = [objects.filter(isDefinition), objects.filter((object) => !isDefinition(object))];
  const ofOverlays = Object.values({ ...warmNodesFiles(), ...openShiftFiles() })
    .flat()
    .filter(({ metadata }) => metadata.namespace === undefined);
  const removed = [...others.toReversed(), ...ofOverlays];
  return [...removed, ...(scope === 'controller' ? [] : definitions.toReversed())].map(identity);
}

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
