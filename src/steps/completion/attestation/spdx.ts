import { repositoryName } from '../../../core/model/image-reference.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts';
import { fields, items, json, list, text, texts } from '../../../core/model/objects/reader.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { refuseTooManyElements } from './element-limit.ts';

/** When and by which tool a document is made. */
export interface Creation {
  /** In milliseconds since 1970. */
  readonly createdMs: number;
  /** The version of taskpack. */
  readonly version: string;
}

const DOCUMENT = 'SPDXRef-DOCUMENT';
const IMAGE = 'SPDXRef-Image';

/** The identifier of an element of the same document. `NONE`, `NOASSERTION` and references to other documents have another form. */
const ELEMENT = /^SPDXRef-(?!DOCUMENT$)[A-Za-z0-9.-]+$/;
const LICENSE = /^LicenseRef-[A-Za-z0-9.-]+$/;

/** The lists of elements that documents have, with the field and the form of their identifiers (SPDX 2.3, chapters 7 to 10). */
const LISTS = [
  ['packages', 'SPDXID', ELEMENT],
  ['files', 'SPDXID', ELEMENT],
  ['snippets', 'SPDXID', ELEMENT],
  ['hasExtractedLicensingInfos', 'licenseId', LICENSE],
] as const;

/** The fields with license expressions, which can refer to a license of the same document (SPDX 2.3, annex D). */
const LICENSES = /^license(?:Id|Concluded|Declared|InfoInFiles|InfoFromFiles|InfoInSnippets)$/;

/**
 * Returns one SPDX 2.3 document about an image that contains what all documents describe. Identifiers get the number of their document,
 * because two documents can use the same one. Elements and relationships without a valid identifier are left out. Throws if the documents
 * have too many elements and relationships.
 */
export function mergedSpdx(
  image: SignedImage,
  documents: readonly JsonObject[],
  { createdMs, version }: Creation,
): JsonObject {
  const name = repositoryName(image);
  const used = documents.map((document) => usedParts(document));
  refuseTooManyElements(used.reduce((count, parts) => count + countOf(parts), 0));
  const renamed = used.map((parts, index) => withNumber(parts, index + 1));
  const lists = LISTS.map(([key]) => [key, renamed.flatMap((parts) => elementsIn(parts[key]))] as const);
  const { packages = [], ...others } = Object.fromEntries(lists.filter(([, elements]) => elements.length > 0));
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: DOCUMENT,
    name: `${name}@${image.digest}`,
    documentNamespace: `https://github.com/taskpack/taskpack/spdx/${image.digest.replace(':', '-')}`,
    creationInfo: {
      created: `${new Date(createdMs).toISOString().slice(0, 19)}Z`,
      creators: [`Tool: taskpack-${version}`],
    },
    packages: [imagePackage(name, image.digest), ...packages],
    ...others,
    relationships: [
      { spdxElementId: DOCUMENT, relationshipType: 'DESCRIBES', relatedSpdxElement: IMAGE },
      ...renamed.flatMap((parts) => [
        ...texts(parts['described']).map((element) => contains(element)),
        ...elementsIn(parts['relationships']),
      ]),
    ],
  };
}

function imagePackage(name: string, digest: string): JsonObject {
  return {
    name,
    SPDXID: IMAGE,
    versionInfo: digest,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    primaryPackagePurpose: 'CONTAINER',
  };
}

const elementsIn = list(json);
const relationship = fields({ spdxElementId: text, relationshipType: text, relatedSpdxElement: text });

/**
 * Returns the parts of a document that the merged one gets: its lists of elements and licenses, the identifiers of the elements that it
 * describes as `described`, and its relationships. No two elements have the same identifier.
 */
function usedParts(document: JsonObject): JsonObject {
  const found = new Set<string>();
  const lists = LISTS.map(([key, field, form]) => {
    const elements = elementsIn(document[key]).filter((element) => {
      const identifier = text(element[field]) ?? '';
      const isUsed = form.test(identifier) && !found.has(identifier);
      if (isUsed) found.add(identifier);
      return isUsed;
    });
    return [key, elements] as const;
  });
  const relationships = list(relationship)(document['relationships']);
  const described = [...texts(document['documentDescribes']), ...relationships.map(describedElement)];
  return {
    ...Object.fromEntries(lists),
    described: [...new Set(described)].filter((identifier) => ELEMENT.test(identifier)),
    relationships: relationships
      .filter(({ spdxElementId = '', relatedSpdxElement = '' }) =>
        [spdxElementId, relatedSpdxElement].every((identifier) => ELEMENT.test(identifier)),
      )
      .map(({ raw }) => raw),
  };
}

/** Returns the element that a relationship of the document describes, or an empty string. */
function describedElement({
  spdxElementId: from = '',
  relationshipType,
  relatedSpdxElement: to = '',
}: ReturnType<typeof relationship>): string {
  if (relationshipType === 'DESCRIBES' && from === DOCUMENT) return to;
  return relationshipType === 'DESCRIBED_BY' && to === DOCUMENT ? from : '';
}

function countOf(parts: JsonObject): number {
  return Object.values(parts).reduce<number>((count, part) => count + items(part).length, 0);
}

function contains(element: string): JsonObject {
  return { spdxElementId: IMAGE, relationshipType: 'CONTAINS', relatedSpdxElement: element };
}

/** Returns the document with a number in its identifiers of elements and licenses. */
function withNumber(document: JsonObject, number: number): JsonObject {
  const rename = (value: Json, key: string): Json => {
    if (typeof value === 'string') return renamedText(value, key, number);
    if (Array.isArray(value)) return value.map((one: Json) => rename(one, key));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rename(one, name)]));
  };
  return Object.fromEntries(Object.entries(document).map(([name, one]) => [name, rename(one, name)]));
}

function renamedText(value: string, key: string, number: number): string {
  if (LICENSES.test(key)) return value.replaceAll(/(?<![\w-])LicenseRef-/g, `LicenseRef-${number}-`);
  return value.startsWith('SPDXRef-') && value !== DOCUMENT ? value.replace('SPDXRef-', `SPDXRef-${number}-`) : value;
}
