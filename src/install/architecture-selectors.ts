import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import { keyOf, type KubeObject } from '../clients/kube/client/kube-object.ts';
import { BUILDS, IMAGES } from '../clients/kube/client/resources.ts';
import { boundedNames } from '../core/model/bounded-messages.ts';
import { isFinished } from '../core/model/conditions.ts';
import { ARCHITECTURE_LABEL } from '../core/model/node-architecture.ts';
import { fields, textMap } from '../core/model/objects/reader.ts';
import { listServed } from './object-counts.ts';

const SHOWN = 10;

/** Reads the node selectors of a Build and of an Image. */
const asSelecting = fields({
  spec: fields({ nodeSelector: textMap, build: fields({ nodeSelector: textMap }) }),
});

/**
 * Returns a line with the Images and the unfinished Builds whose node selector has an architecture, or no line. Rejects with `KubeError`.
 * kpack 0.18 refuses such objects (build_validation.go, image_validation.go).
 */
export async function architectureSelectorLines(client: Pick<KubeClient, 'list'>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const image of listServed(client, IMAGES))
    if (selectsArchitecture(image)) found.push(`Image ${keyOf(image)}`);
  for await (const build of listServed(client, BUILDS)) {
    if (selectsArchitecture(build) && !isFinished(build)) found.push(`Build ${keyOf(build)}`);
  }
  if (found.length === 0) return [];
  return [
    `with ${ARCHITECTURE_LABEL} in the node selector: ${boundedNames(found, SHOWN)}. kpack 0.18 refuses these objects: before you go back to kpack, remove the key from Images, and let Builds finish, because they cannot change`,
  ];
}

function selectsArchitecture(object: KubeObject): boolean {
  const { nodeSelector, build } = asSelecting(object).spec;
  return [nodeSelector, build.nodeSelector].some(({ raw }) => ARCHITECTURE_LABEL in raw);
}
