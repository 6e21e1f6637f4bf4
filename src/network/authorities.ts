import { isCertificate } from '../http/certificates.ts';

/** The certificates in a text, each a PEM block with a final newline; or why the text cannot be used. */
export interface Authorities {
  readonly authorities: readonly string[];
  readonly fault?: string;
}

/** RFC 7468. Text between blocks is a comment. */
const PEM_BLOCK = /-----BEGIN (?<label>[A-Z0-9 ]+)-----[^-]*-----END \k<label>-----/g;

/** Reads the certificates of a PEM text, without comments, so that equal authorities give equal bytes. */
export function readAuthorities(text: string): Authorities {
  const blocks = [...text.matchAll(PEM_BLOCK)];
  const foreign = blocks.find(({ groups }) => groups?.['label'] !== 'CERTIFICATE')?.groups?.['label'];
  if (foreign !== undefined) return unusable(`holds a PEM block ${foreign}: remove all blocks but CERTIFICATE`);
  const distinct = new Set(blocks.map(([block]) => block));
  const invalid = new Set([...distinct].filter((block) => !isCertificate(block)));
  const broken = blocks.findIndex(([block]) => invalid.has(block));
  if (broken >= 0) return unusable(`block ${broken + 1} is not a valid certificate: replace or remove it`);
  if (text.split('-----BEGIN ').length !== blocks.length + 1) return unusable('a PEM block has no end: complete it');
  if (blocks.length === 0) return unusable('holds no PEM certificate: add a block -----BEGIN CERTIFICATE-----');
  return { authorities: blocks.map(([block]) => `${block.replaceAll('\r', '')}\n`) };
}

function unusable(fault: string): Authorities {
  return { authorities: [], fault };
}
