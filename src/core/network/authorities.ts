import { isCertificate } from '../model/certificates.ts';

/** The certificates in a text, each a PEM block with a final newline; or why the text cannot be used. */
export interface Authorities {
  readonly authorities: readonly string[];
  readonly fault?: string;
}

/** RFC 7468. Text between blocks is a comment. */
const PEM_BLOCK = /-----BEGIN (?<label>[A-Z0-9 ]+)-----[^-]*-----END \k<label>-----/g;

/** Returns the number of different certificates in a PEM text, whether they are valid or not. */
export function countCertificates(text: string): number {
  return new Set([...text.matchAll(PEM_BLOCK)].map(([block]) => block)).size;
}

/** Reads the certificates of a PEM text, without comments, so that equal authorities give equal bytes. */
export function readAuthorities(text: string): Authorities {
  return atOnce(readAuthoritiesInSteps(text));
}

/** Reads the same. Yields before each certificate. */
export function* readAuthoritiesInSteps(text: string): Generator<undefined, Authorities> {
  const blocks = [...text.matchAll(PEM_BLOCK)];
  const foreign = blocks.find(({ groups }) => groups?.['label'] !== 'CERTIFICATE')?.groups?.['label'];
  if (foreign !== undefined) return unusable(`holds a PEM block ${foreign}: remove all blocks but CERTIFICATE`);
  const valid = new Set<string>();
  for (const [index, [block]] of blocks.entries()) {
    if (valid.has(block)) continue;
    yield;
    if (!isCertificate(block)) return unusable(`block ${index + 1} is not a valid certificate: replace or remove it`);
    valid.add(block);
  }
  if (text.split('-----BEGIN ').length !== blocks.length + 1) return unusable('a PEM block has no end: complete it');
  if (blocks.length === 0) return unusable('holds no PEM certificate: add a block -----BEGIN CERTIFICATE-----');
  return { authorities: blocks.map(([block]) => `${block.replaceAll('\r', '')}\n`) };
}

function unusable(fault: string): Authorities {
  return { authorities: [], fault };
}

/** Runs work that yields between its steps, without a pause. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
