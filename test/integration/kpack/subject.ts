import { readObjects } from '../../../src/api/read-objects.ts';
import type { Build } from '../../../src/api/kpack/build.ts';
import type { SourceDocument } from '../../../src/model/document.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { World } from '../../../src/resolver/world.ts';
import { inNamespace } from '../../../src/translate/default-namespace.ts';
import { fileWorld } from '../../../src/translate/file-world.ts';
import { takeInventory } from '../../../src/translate/inventory.ts';
import type { TranslateOptions } from '../../../src/translate/options.ts';
import { workloadOf } from '../../../src/translate/workload.ts';

/** One Build that both sides translate. */
export interface Subject {
  readonly name: string;
  /** The Build, or the Image that it is the first one of, and all that it names. */
  readonly documents: readonly SourceDocument[];
  readonly options: TranslateOptions;
  /** As it was written; of an Image, as taskpack makes it. */
  readonly written: JsonObject;
  readonly byController: boolean;
  /** As taskpack reads it; absent: it refuses to. */
  readonly build?: Build;
  readonly world: World;
}

/** Every Build and Image of an input by itself, so that one that is refused says nothing of the others. */
export function subjectsOf(
  name: string,
  input: readonly SourceDocument[],
  options: TranslateOptions,
): readonly Subject[] {
  const documents = input.flatMap(itemsOf);
  const builders = documents.filter(isWorkload);
  const rest = documents.filter((document) => !isWorkload(document));
  return builders.flatMap((document, index) => {
    const own = builders.length === 1 ? name : `${name} (${index + 1} of ${builders.length})`;
    return subjectOf(own, [document, ...rest], options);
  });
}

function subjectOf(name: string, documents: readonly SourceDocument[], options: TranslateOptions): readonly Subject[] {
  const objects = readObjects(documents).objects.map((object) => inNamespace(object, options.namespace));
  const world = fileWorld(takeInventory(objects).inventory);
  const build = objects.flatMap((object) => workloadOf(object, world, options.now)?.build ?? []).at(0);
  const document = documents[0]?.value as WrittenWorkload;
  // kpack reads the user's own words, so that its reading is held against ours as well.
  const written = document.kind === 'Image' ? build : withNamespace(document, options.namespace);
  // An Image that cannot be read makes no Build.
  if (written === undefined) return [];
  const subject = { name, documents, options, world, written: written as unknown as JsonObject };
  return [{ ...subject, byController: isByController(document), ...(build !== undefined && { build }) }];
}

interface WrittenWorkload {
  readonly kind: string;
  readonly metadata: { readonly ownerReferences?: readonly { readonly kind: string }[] };
}

/** kpack tells by the user who writes, which files do not hold. */
function isByController({ kind, metadata }: WrittenWorkload): boolean {
  return kind === 'Image' || (metadata.ownerReferences ?? []).some((owner) => owner.kind === 'Image');
}

function withNamespace(workload: WrittenWorkload, namespace: string | undefined): WrittenWorkload {
  if (namespace === undefined) return workload;
  return { ...workload, metadata: { namespace, ...workload.metadata } as WrittenWorkload['metadata'] };
}

function isWorkload({ value }: SourceDocument): boolean {
  const { kind, apiVersion } = value as { readonly kind: string; readonly apiVersion: string };
  return apiVersion.startsWith('kpack.io/') && (kind === 'Build' || kind === 'Image');
}

function itemsOf(document: SourceDocument): readonly SourceDocument[] {
  const { kind, items } = document.value as { readonly kind: string; readonly items?: readonly unknown[] };
  return kind === 'List' ? (items ?? []).map((value) => ({ value })) : [document];
}
