import { type CrdManifest, customResourceDefinition } from './custom-resource-definition.ts';
import type { CrdDefinition, ServedVersion } from './crd-definition.ts';
import { BUILD_CRD } from './build-crd.ts';
import { BUILDER_CRD, CLUSTER_BUILDER_CRD } from './builder-crds.ts';
import { IMAGE_CRD } from './image-crd.ts';
import { PART_CRDS } from './buildpack-crds.ts';
import { SOURCE_RESOLVER_CRD } from './source-resolver-crd.ts';

const DEFINITIONS: readonly CrdDefinition[] = [
  BUILD_CRD,
  IMAGE_CRD,
  SOURCE_RESOLVER_CRD,
  BUILDER_CRD,
  CLUSTER_BUILDER_CRD,
  ...PART_CRDS,
];

/**
 * Returns the CustomResourceDefinitions by file below `config/`. The folder `overlays/v1alpha3` contains those that also
 * serve v1alpha3. v1alpha3 is optional, because clients prefer it (Kubernetes, "Version priority"), and `kp` then
 * assumes a cluster with v1alpha1.
 */
export function crdManifests(): Readonly<Record<string, CrdManifest>> {
  const withV1alpha3 = DEFINITIONS.filter(({ others }) => others.includes('v1alpha3'));
  return Object.fromEntries([
    ...DEFINITIONS.map((definition) => manifest('300-crds', definition, definition.others.filter(isDefault))),
    ...withV1alpha3.map((definition) => manifest('overlays/v1alpha3', definition, definition.others)),
  ]);
}

function isDefault(version: ServedVersion): boolean {
  return version !== 'v1alpha3';
}

function manifest(
  folder: string,
  definition: CrdDefinition,
  others: readonly ServedVersion[],
): readonly [string, CrdManifest] {
  return [`${folder}/${definition.kind.toLowerCase()}.yaml`, customResourceDefinition(definition, others)];
}
