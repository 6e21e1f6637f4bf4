import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect } from 'chai';
import { assembleRelease } from '../../../../scripts/release/assemble-release.mjs';
import { cycloneDxDocument } from '../../../../scripts/sbom/cyclonedx.mjs';
import { isJsonObject, parseJson, type JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import { smallInputs } from '../../../support/small-release.ts';

const ZOD = {
  name: 'zod',
  SPDXID: 'SPDXRef-Package-zod-4.0.0',
  versionInfo: '4.0.0',
  supplier: 'Organization: Colin',
  licenseDeclared: '(MIT OR Apache-2.0)',
  checksums: [{ algorithm: 'SHA512', checksumValue: 'ab'.repeat(64) }],
  externalRefs: [
    { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/zod@4.0.0' },
  ],
};
const SUBJECT = { name: 'steps', versionInfo: '1.2.3', primaryPackagePurpose: 'CONTAINER' as const };

describe('a CycloneDX document', () => {
  it("has the facts of the SPDX packages in CycloneDX's terms", () => {
    const document = parsed(cycloneDxDocument(SUBJECT, [ZOD]));
    expect(objectAt(objectAt(document, 'metadata'), 'component')).to.deep.equal({
      type: 'container',
      'bom-ref': 'subject',
      name: 'steps',
      version: '1.2.3',
    });
    expect(objectsAt(document, 'components')).to.deep.equal([
      {
        type: 'library',
        'bom-ref': 'SPDXRef-Package-zod-4.0.0',
        supplier: { name: 'Colin' },
        name: 'zod',
        version: '4.0.0',
        hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
        purl: 'pkg:npm/zod@4.0.0',
      },
    ]);
  });

  it('meets the schema of CycloneDX 1.6, in a release too', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    const files = Array.from(assembleRelease(smallInputs('registry.example.com')).files).filter(([name]) =>
      name.endsWith('.cdx.json'),
    );
    expect(files).to.have.length(11);
    for (const text of [cycloneDxDocument(SUBJECT, [ZOD]), ...files.map(([, content]) => content.toString())])
      expect(await validator.validate(text)).to.equal(null);
    const invalid = cycloneDxDocument(SUBJECT, [ZOD]).replace('"library"', '"book"');
    expect(await validator.validate(invalid)).not.to.equal(null);
  });
});

function parsed(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error('the document is not a JSON object');
  return value;
}
