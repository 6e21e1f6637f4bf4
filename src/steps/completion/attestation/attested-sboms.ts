import { isJsonObject, parseBoundedJson, type JsonObject } from '../../../core/model/json.ts';
import { text } from '../../../core/model/objects/reader.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { PREDICATE_TYPES, statementText, type Attestation } from '../../../clients/signing/statement.ts';
import { mergedCycloneDx } from './cyclonedx.ts';
import { MAX_SBOM_LAYER_BYTES, type SbomFiles } from './sbom-files.ts';
import { mergedSpdx, type Creation } from './spdx.ts';

/** The SBOMs of an image as attestations. A format without a usable SBOM is absent. */
export interface AttestedSboms {
  readonly cyclonedx?: Attestation;
  readonly spdx?: Attestation;
}

/** The bounds of all documents of a format together. Small texts with very many list items would exhaust the memory of the step. */
const DOCUMENTS = { bytes: MAX_SBOM_LAYER_BYTES, entries: 1_000_000 };

const SPDX_2 = /^SPDX-2\.\d+$/;

/** Every later completion of the same image reads the statement again. */
const MAX_STATEMENT_BYTES = 33_554_432;

/** Returns the merged SBOM of each format. Buildpacks can write an SBOM that cannot be used, which the log reports. */
export function attestedSboms(
  image: SignedImage,
  files: SbomFiles,
  creation: Creation,
  log: (line: string) => void,
): AttestedSboms {
  const cyclonedx = usable('No CycloneDX SBOM is attached', log, () => {
    const documents = documentsIn(files.cyclonedx, 'CycloneDX', ({ bomFormat }) => bomFormat === 'CycloneDX');
    return bounded(image, { predicateType: PREDICATE_TYPES.cyclonedx, predicate: mergedCycloneDx(image, documents) });
  });
  const spdx = usable('No SPDX SBOM is attested', log, () => {
    const documents = documentsIn(files.spdx, 'SPDX', ({ spdxVersion }) => SPDX_2.test(text(spdxVersion) ?? ''));
    return bounded(image, {
      predicateType: PREDICATE_TYPES.spdxjson,
      predicate: mergedSpdx(image, documents, creation),
    });
  });
  return { ...(cyclonedx !== undefined && { cyclonedx }), ...(spdx !== undefined && { spdx }) };
}

function usable(failure: string, log: (line: string) => void, make: () => Attestation): Attestation | undefined {
  try {
    return make();
  } catch (error) {
    log(`${failure}, because ${error instanceof Error ? error.message : 'of an unknown error'}`);
    return undefined;
  }
}

/** Returns the documents of a format. Throws if there is none, or if they exceed the bounds. */
function documentsIn(
  files: readonly Buffer[],
  format: string,
  isDocument: (document: JsonObject) => boolean,
): readonly JsonObject[] {
  let { entries } = DOCUMENTS;
  const documents: JsonObject[] = [];
  for (const file of files) {
    const read = parseBoundedJson(file.toString(), { ...DOCUMENTS, entries });
    if (read.kind === 'too-large') {
      const most = `${DOCUMENTS[read.bound]} ${read.bound === 'bytes' ? 'bytes' : 'list items and fields'}`;
      throw new Error(`the ${format} documents of the buildpacks have more than ${most}`);
    }
    if (read.kind === 'invalid') continue;
    entries -= read.entries;
    if (isJsonObject(read.value) && isDocument(read.value)) documents.push(read.value);
  }
  if (documents.length === 0) throw new Error(`the buildpacks wrote no ${format} document`);
  return documents;
}

function bounded(image: SignedImage, attestation: Attestation): Attestation {
  if (Buffer.byteLength(statementText(image, attestation)) <= MAX_STATEMENT_BYTES) return attestation;
  throw new Error(`its statement would have more than ${MAX_STATEMENT_BYTES} bytes`);
}
