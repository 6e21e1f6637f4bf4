import { expect } from 'chai';
import { objectsAt } from '../../../support/json-field.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { attestedSboms, type AttestedSboms } from '../../../../src/steps/completion/attestation/attested-sboms.ts';
import { mergedSpdx } from '../../../../src/steps/completion/attestation/spdx.ts';

const IMAGE = { registry: 'registry.example.com', repository: 'app', digest: `sha256:${'a'.repeat(64)}` };
const CREATION = { createdMs: 1_767_323_045_678, version: '1.0.0' };
const CYCLONEDX = { bomFormat: 'CycloneDX', components: [{ name: 'left-pad' }] };
const SPDX = { spdxVersion: 'SPDX-2.3', packages: [{ name: 'left-pad', SPDXID: 'SPDXRef-Package' }] };

describe('the SBOMs that completion attests', () => {
  const names = Array.from({ length: 200_001 }, (_, index) => `SPDXRef-${index}`);
  const numbers = Array.from({ length: 600_000 }, () => 1);
  // The layer can contain this text, but the statement adds the subject and the image.
  const text = 'a'.repeat(33_554_300);

  for (const [case_, components, packages, reason] of [
    [
      'too many elements',
      names.map((name) => ({ name })),
      names.map((SPDXID) => ({ SPDXID })),
      'documents of the buildpacks have more than 200000 elements and relationships',
    ],
    [
      'too many list items',
      [...numbers, ...numbers],
      [...numbers, ...numbers],
      'documents of the buildpacks have more than 1000000 list items and fields',
    ],
    [
      'too large a merged document',
      [{ text }],
      [{ SPDXID: 'SPDXRef-a', text }],
      'statement would have more than 33554432 bytes',
    ],
  ] as const) {
    it(`are without a format whose documents have ${case_}, and the log says so`, () => {
      const withSpdx = sboms([{ ...CYCLONEDX, components }], [SPDX]);
      expect(withSpdx).to.have.all.keys('spdx', 'lines');
      expect(withSpdx.lines)
        .to.match(/^No CycloneDX SBOM is attached, because .*$/)
        .and.to.include(reason);
      const withCycloneDx = sboms([CYCLONEDX], [{ ...SPDX, packages }]);
      expect(withCycloneDx).to.have.all.keys('cyclonedx', 'lines');
      expect(withCycloneDx.lines)
        .to.match(/^No SPDX SBOM is attested, because .*$/)
        .and.to.include(reason);
    }).timeout(20_000);
  }

  it('have bounds for all documents of a format together', () => {
    const half = { comment: numbers };
    expect(sboms([CYCLONEDX], [{ ...SPDX, ...half }])).to.have.any.keys('spdx');
    expect(
      sboms(
        [CYCLONEDX],
        [
          { ...SPDX, ...half },
          { ...SPDX, ...half },
        ],
      ),
    ).to.not.have.any.keys('spdx');
  }).timeout(20_000);

  it('are not larger than what buildpacks wrote for empty and equal entries', () => {
    const hostile = {
      packages: names.map(() => ({})),
      relationships: [{}],
      documentDescribes: names.flatMap(() => ['', 'SPDXRef-a']),
    };
    const { spdx } = sboms([CYCLONEDX], [{ ...SPDX, ...hostile }]);
    expect(objectsAt(spdx?.predicate ?? {}, 'packages')).to.have.length(1);
    expect(objectsAt(spdx?.predicate ?? {}, 'relationships').slice(1)).to.deep.equal([contains('SPDXRef-1-a')]);
  }).timeout(20_000);

  it('are absent if the buildpacks wrote none', () => {
    expect(sboms([SPDX], [])).to.deep.equal({
      lines: [
        'No CycloneDX SBOM is attached, because the buildpacks wrote no CycloneDX document',
        'No SPDX SBOM is attested, because the buildpacks wrote no SPDX document',
      ].join('\n'),
    });
  });
});

describe('the identifiers in the SPDX document of an image', () => {
  const [a, b] = ['SPDXRef-a', 'SPDXRef-b'];
  const [a1, b1] = ['SPDXRef-1-a', 'SPDXRef-1-b'];

  for (const identifier of [
    'SPDXRef-DOCUMENT',
    'SPDXRef-',
    'SPDXRef-a b',
    'DocumentRef-x:SPDXRef-a',
    'NONE',
    '',
    5,
    {},
  ])
    it(`do not include ${JSON.stringify(identifier)}`, () => {
      const merged = mergedOf({
        documentDescribes: [identifier],
        packages: [{ SPDXID: identifier }, { SPDXID: a }],
        files: [{ SPDXID: identifier }],
        hasExtractedLicensingInfos: [{ licenseId: identifier }],
        relationships: [related(identifier, 'DEPENDS_ON', a), related(a, 'DEPENDS_ON', identifier)],
      });
      expect(merged.ids).to.deep.equal(['SPDXRef-Image', a1]);
      expect(merged.relationships).to.deep.equal([]);
      expect(merged.document).to.not.have.any.keys('files', 'hasExtractedLicensingInfos');
    });

  it('are listed once in each document', () => {
    const merged = mergedOf({ packages: [{ SPDXID: a }, { SPDXID: a, name: 'other' }], files: [{ SPDXID: a }] });
    expect(merged.ids).to.deep.equal(['SPDXRef-Image', a1]);
    expect(merged.document).to.not.have.any.keys('files');
  });

  it('of described elements belong to the image once, in all forms of the specification', () => {
    const { relationships } = mergedOf({
      documentDescribes: [a, a, ''],
      relationships: [
        related('SPDXRef-DOCUMENT', 'DESCRIBES', a),
        related(b, 'DESCRIBED_BY', 'SPDXRef-DOCUMENT'),
        related('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-DOCUMENT'),
        related(a, 'DEPENDS_ON', b),
      ],
    });
    expect(relationships).to.deep.equal([contains(a1), contains(b1), related(a1, 'DEPENDS_ON', b1)]);
  });
});

type Sboms = AttestedSboms & { readonly lines: string };

/** Returns the attested SBOMs of documents, and the lines of the log. */
function sboms(cyclonedx: readonly JsonObject[], spdx: readonly JsonObject[]): Sboms {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const attested = attestedSboms(IMAGE, { cyclonedx: filesOf(cyclonedx), spdx: filesOf(spdx) }, CREATION, log);
  return { ...attested, lines: lines.join('\n') };
}

function filesOf(documents: readonly JsonObject[]): readonly Buffer[] {
  return documents.map((document) => Buffer.from(JSON.stringify(document)));
}

interface Merged {
  readonly document: JsonObject;
  /** The identifiers of the packages. */
  readonly ids: readonly (Json | undefined)[];
  /** Without the one of the document and the image. */
  readonly relationships: readonly JsonObject[];
}

function mergedOf(fields: JsonObject): Merged {
  const document = mergedSpdx(IMAGE, [{ spdxVersion: 'SPDX-2.3', ...fields }], CREATION);
  const ids = objectsAt(document, 'packages').map(({ SPDXID }) => SPDXID);
  return { document, ids, relationships: objectsAt(document, 'relationships').slice(1) };
}

function contains(element: string): JsonObject {
  return related('SPDXRef-Image', 'CONTAINS', element);
}

function related(spdxElementId: Json, relationshipType: string, relatedSpdxElement: Json): JsonObject {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}
