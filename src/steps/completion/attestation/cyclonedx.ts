import { repositoryName } from '../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { objectsAt, stringsAt, textAt } from '../../../core/model/json-field.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { refuseTooManyElements } from './element-limit.ts';

/**
 * Returns one CycloneDX document about an image with the components and dependencies of all documents. Components with the same
 * `bom-ref` are listed once. Throws if the documents have too many components and dependencies.
 */
export function mergedCycloneDx(image: SignedImage, documents: readonly JsonObject[]): JsonObject {
  const components = documents.flatMap((document) => objectsAt(document, 'components'));
  const dependencies = documents.flatMap((document) => objectsAt(document, 'dependencies'));
  refuseTooManyElements(components.length + dependencies.length);
  const versions = documents.map((document) => textAt(document, 'specVersion') ?? '').toSorted(byVersion);
  return {
    bomFormat: 'CycloneDX',
    specVersion: versions.at(-1) ?? '1.4',
    version: 1,
    metadata: {
      component: {
        'bom-ref': `${repositoryName(image)}@${image.digest}`,
        type: 'container',
        name: repositoryName(image),
        version: image.digest,
      },
    },
    components: distinct(components),
    dependencies: mergedDependencies(dependencies),
  };
}

function distinct(components: readonly JsonObject[]): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const component of components) {
    const key = textAt(component, 'bom-ref') ?? JSON.stringify(component);
    if (!found.has(key)) found.set(key, component);
  }
  return [...found.values()];
}

function mergedDependencies(dependencies: readonly JsonObject[]): readonly JsonObject[] {
  const found = new Map<string, Set<string>>();
  for (const dependency of dependencies) {
    const ref = textAt(dependency, 'ref') ?? '';
    const known = found.get(ref) ?? new Set();
    for (const other of stringsAt(dependency, 'dependsOn')) known.add(other);
    found.set(ref, known);
  }
  return [...found].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }));
}

/** Compares versions such as 1.4 and 1.10 by their numbers. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
