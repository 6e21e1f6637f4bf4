import { createHash } from 'node:crypto';
import { createdAt } from './document.mjs';

const SCHEMA = 'http://cyclonedx.org/schema/bom-1.6.schema.json';

/** Returns the CycloneDX 1.6 document of a bill of materials in SPDX's terms, as JSON text. Equal arguments give equal bytes. */
export function cycloneDxDocument(subject, packages) {
  const described = { ...component(subject), 'bom-ref': 'subject' };
  const components = packages.map(component).toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const document = {
    $schema: SCHEMA,
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf([described, ...components])}`,
    version: 1,
    metadata: {
      timestamp: createdAt(),
      tools: { components: [{ type: 'application', name: 'taskpack-images' }] },
      component: described,
    },
    components,
    dependencies: [{ ref: 'subject', dependsOn: components.map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const TYPES = { APPLICATION: 'application', CONTAINER: 'container' };

function component(spdxPackage) {
  const { name, versionInfo, SPDXID, supplier, licenseDeclared, primaryPackagePurpose, checksums = [] } = spdxPackage;
  const url = purlOf(spdxPackage);
  return {
    type: TYPES[primaryPackagePurpose] ?? 'library',
    'bom-ref': SPDXID,
    ...(supplier !== undefined && supplier !== 'NOASSERTION' && { supplier: { name: supplier.replace(/^\w+: /, '') } }),
    name,
    version: versionInfo,
    ...(checksums.length > 0 && { hashes: checksums.map(hash) }),
    ...(isLicence(licenseDeclared) && { licenses: [{ expression: licenseDeclared }] }),
    ...(url !== undefined && { purl: url }),
  };
}

/** Returns the package URL of an SPDX package. */
function purlOf({ externalRefs = [] }) {
  return externalRefs.find(({ referenceType }) => referenceType === 'purl')?.referenceLocator;
}

function isLicence(expression) {
  return expression !== undefined && expression !== 'NOASSERTION' && expression !== 'NONE';
}

/** SPDX writes SHA256, and CycloneDX SHA-256. */
function hash({ algorithm, checksumValue }) {
  return { alg: algorithm.replace(/^SHA(\d)/, 'SHA-$1'), content: checksumValue };
}

/** Returns a UUID of version 8, whose bits are those of a hash (RFC 9562, section 5.8). */
function uuidOf(value) {
  const bytes = createHash('sha256').update(JSON.stringify(value)).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
