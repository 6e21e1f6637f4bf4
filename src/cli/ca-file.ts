import { readFile } from 'node:fs/promises';
import { hasCertificate } from '../core/model/certificates.ts';
import { systemMessage } from './terminal.ts';

/** Reads a file with trusted certificates. `fail` converts a message that begins with the file to an error. */
export async function readCertificates(file: string, fail: (message: string) => Error): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fail(`${file}: ${systemMessage(error)}`);
  });
  if (!hasCertificate(text)) throw fail(`${file} holds no PEM certificate`);
  return text;
}
