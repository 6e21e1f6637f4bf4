import { readObjects } from '../../../src/core/api/read-objects.ts';
import type { Build } from '../../../src/core/api/kpack/build.ts';
import type { SourceDocument } from '../../../src/core/model/document.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { ReferencedObjects } from '../../../src/core/resolver/referenced-objects.ts';
import { inNamespace } from '../../../src/core/translate/default-namespace.ts';
import { referencedObjects } from '../../../src/core/translate/input-references.ts';
import { indexObjects } from '../../../src/core/translate/input-index.ts';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { buildsByImage } from '../../../src/core/translate/image-build.ts';
import { inputBuildOf } from '../../../src/core/translate/input-build.ts';

/** A Build that taskpack and kpack translate. */
export interface Subject {
  readonly name: string;
  /** The Build, or the Image whose first Build it is, and all objects that it references. */
  readonly documents: readonly SourceDocument[];
  readonly options: TranslateOptions;
  /** The Build as written. For an Image, the Build that taskpack creates. */
  readonly written: JsonObject;
  readonly byController: boolean;
  /** The Build as taskpack reads it. Absent if taskpack rejects it. */
  readonly build?: Build;
  readonly world: ReferencedObjects;
}

/** Returns each Build and Image of an input separately, so that a rejected Build does not hide the others. */
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
  const { inputIndex } = indexObjects(objects);
  const world = referencedObjects(inputIndex, options.controllerNamespace);
  const builds = buildsByImage(inputIndex);
  const build = objects.flatMap((object) => inputBuildOf(object, world, builds, options.now)?.build ?? []).at(0);
  const document = documents[0]?.value as WrittenWorkload;
  // kpack gets the original text, so that the test also compares parsing.
  const written = document.kind === 'Image' ? build : withNamespace(document, options.namespace);
  // An invalid Image creates no Build.
  if (written === undefined) return [];
  const subject = { name, documents, options, world, written: written as unknown as JsonObject };
  return [{ ...subject, byController: isByController(document), ...(build !== undefined && { build }) }];
}

interface WrittenWorkload {
  readonly kind: string;
  readonly metadata: { readonly ownerReferences?: readonly { readonly kind: string }[] };
}

/** kpack checks the author of a Build, which files do not contain. */
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
