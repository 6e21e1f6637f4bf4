import { repositoryName } from '../../../model/image-reference.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import { objectsAt, stringsAt, textAt } from '../../../model/json-field.ts';
import type { SignedImage } from '../../../signing/payload.ts';

/** When and by which tool a document is made. */
interface Creation {
  /** In milliseconds since 1970. */
  readonly createdMs: number;
  /** The version of taskpack. */
  readonly version: string;
}

const DOCUMENT = 'SPDXRef-DOCUMENT';
const IMAGE = 'SPDXRef-Image';

/** The lists of elements that documents have (SPDX 2.3, chapters 7 to 10). */
const LISTS = ['packages', 'files', 'snippets', 'hasExtractedLicensingInfos'] as const;

/** The fields with license expressions, which can refer to a license of the same document (SPDX 2.3, annex D). */
const LICENSES = /^license(?:Id|Concluded|Declared|InfoInFiles|InfoFromFiles|InfoInSnippets)$/;

/**
 * Returns one SPDX 2.3 document about an image that contains what all documents describe. Identifiers get the number of their document,
 * because two documents can use the same one.
 */
export function mergedSpdx(
  image: SignedImage,
  documents: readonly JsonObject[],
  { createdMs, version }: Creation,
): JsonObject {
  const name = repositoryName(image);
  const renamed = documents.map((document, index) => withNumber(document, index + 1));
  const lists = LISTS.map((list) => [list, renamed.flatMap((document) => objectsAt(document, list))] as const);
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
      ...renamed.flatMap(relationships),
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

/** The image contains the elements that a document describes. References to other documents have no meaning in the merged one. */
function relationships(document: JsonObject): readonly JsonObject[] {
  const described = stringsAt(document, 'documentDescribes').map((element) => contains(element));
  const own = objectsAt(document, 'relationships').filter(
    (relationship) => !isElsewhere(relationship, 'spdxElementId') && !isElsewhere(relationship, 'relatedSpdxElement'),
  );
  return [
    ...described,
    ...own.flatMap((relationship) => {
      if (textAt(relationship, 'spdxElementId') !== DOCUMENT) return [relationship];
      const element = textAt(relationship, 'relatedSpdxElement');
      return relationship['relationshipType'] === 'DESCRIBES' && element !== undefined ? [contains(element)] : [];
    }),
  ];
}

function isElsewhere(relationship: JsonObject, field: string): boolean {
  return textAt(relationship, field)?.startsWith('DocumentRef-') === true;
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

function renamedText(text: string, key: string, number: number): string {
  if (LICENSES.test(key)) return text.replaceAll(/(?<![\w-])LicenseRef-/g, `LicenseRef-${number}-`);
  return text.startsWith('SPDXRef-') && text !== DOCUMENT ? text.replace('SPDXRef-', `SPDXRef-${number}-`) : text;
}
