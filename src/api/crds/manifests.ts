import { customResourceDefinition, type CrdManifest } from './custom-resource-definition.ts';
import type { CrdDefinition, ServedVersion } from './definition.ts';
import { BUILD_CRD } from './kinds/build.ts';
import { BUILDER_CRD, CLUSTER_BUILDER_CRD } from './kinds/builders.ts';
import { IMAGE_CRD } from './kinds/image.ts';
import { PART_CRDS } from './kinds/parts.ts';

const DEFINITIONS: readonly CrdDefinition[] = [BUILD_CRD, IMAGE_CRD, BUILDER_CRD, CLUSTER_BUILDER_CRD, ...PART_CRDS];

/**
 * The CustomResourceDefinitions that are installed, and the ones that replace some of them to serve v1alpha3 as well, by file below `config/`. Where
 * that is served, clients prefer it (Kubernetes, "Version priority"), and `kp` then takes the cluster for one with v1alpha1.
 */
export function crdManifests(): Readonly<Record<string, CrdManifest>> {
  const withV1alpha3 = DEFINITIONS.filter(({ others }) => others.includes('v1alpha3'));
  return Object.fromEntries([
    ...DEFINITIONS.map((definition) => manifest('300-crds', definition, definition.others.filter(isUsual))),
    ...withV1alpha3.map((definition) => manifest('overlays/v1alpha3', definition, definition.others)),
  ]);
}

function isUsual(version: ServedVersion): boolean {
  return version !== 'v1alpha3';
}

function manifest(
  folder: string,
  definition: CrdDefinition,
  others: readonly ServedVersion[],
): readonly [string, CrdManifest] {
  return [`${folder}/${definition.kind.toLowerCase()}.yaml`, customResourceDefinition(definition, others)];
}
