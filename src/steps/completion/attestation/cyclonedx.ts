import { repositoryName } from '../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { fields, list, text, texts } from '../../../core/model/objects/reader.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { refuseTooManyElements } from './element-limit.ts';

const component = fields({ 'bom-ref': text });
const dependency = fields({ ref: text, dependsOn: texts });

const asCycloneDx = fields({ specVersion: text, components: list(component), dependencies: list(dependency) });

/**
 * Returns one CycloneDX document about an image with the components and dependencies of all documents. Components with the same
 * `bom-ref` are listed once. Throws if the documents have too many components and dependencies.
 */
export function mergedCycloneDx(image: SignedImage, documents: readonly JsonObject[]): JsonObject {
  const read = documents.map((document) => asCycloneDx(document));
  const components = read.flatMap((document) => document.components);
  const dependencies = read.flatMap((document) => document.dependencies);
  refuseTooManyElements(components.length + dependencies.length);
  const versions = read.map(({ specVersion = '' }) => specVersion).toSorted(byVersion);
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

function distinct(components: readonly ReturnType<typeof component>[]): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const { 'bom-ref': reference, raw } of components) {
    const key = reference ?? JSON.stringify(raw);
    if (!found.has(key)) found.set(key, raw);
  }
  return [...found.values()];
}

function mergedDependencies(dependencies: readonly ReturnType<typeof dependency>[]): readonly JsonObject[] {
  const found = new Map<string, Set<string>>();
  for (const { ref = '', dependsOn } of dependencies) {
    const known = found.get(ref) ?? new Set();
    for (const other of dependsOn) known.add(other);
    found.set(ref, known);
  }
  return [...found].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }));
}

/** Compares versions such as 1.4 and 1.10 by their numbers. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
