import { createHash } from 'node:crypto';

/** The time of all documents unless SOURCE_DATE_EPOCH is set (reproducible-builds.org). It is also the time of the images. */
const EPOCH = '315532801';

/**
 * Returns an SPDX 2.3 document as JSON text: `subject`, an image or program, contains the packages. Equal arguments give
 * equal bytes.
 */
export function spdxDocument(subject, packages) {
  const described = withDefaults({ ...subject, SPDXID: 'SPDXRef-Subject' });
  const contained = packages.map(withDefaults).toSorted((one, other) => (one.SPDXID < other.SPDXID ? -1 : 1));
  const name = `${subject.name}-${subject.versionInfo}`;
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name,
    documentNamespace: `https://taskpack.dev/spdx/${name}-${hashOf([described, ...contained])}`,
    creationInfo: { created: createdAt(), creators: ['Tool: taskpack-images'] },
    packages: [described, ...contained],
    relationships: [
      relationship('SPDXRef-DOCUMENT', 'DESCRIBES', described.SPDXID),
      ...contained.map(({ SPDXID }) => relationship(described.SPDXID, 'CONTAINS', SPDXID)),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Returns the name of a package in a document. An SPDXID consists of letters, digits, dots and hyphens. */
export function spdxId(kind, name, version) {
  return `SPDXRef-${kind}-${name}-${version}`.replaceAll(/[^A-Za-z0-9.-]/g, '-');
}

/** Returns the reference of a package URL. */
export function purl(referenceLocator) {
  return [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator }];
}

/** Fills in the fields that SPDX 2.3 requires, and those that its version 2.2 required. */
function withDefaults({ name, SPDXID, versionInfo, ...rest }) {
  return {
    name,
    SPDXID,
    versionInfo,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    ...rest,
  };
}

function relationship(spdxElementId, relationshipType, relatedSpdxElement) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

/** Returns the time of all documents. */
export function createdAt() {
  const { SOURCE_DATE_EPOCH: seconds = EPOCH } = process.env;
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

function hashOf(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
