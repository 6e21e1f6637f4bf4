import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/model/error-code.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the PEM certificates in `SSL_CERT_FILE` and in the `.crt` and `.pem` files of `SSL_CERT_DIR`, or `undefined` if there are
 * none. Go programs read the same variables; like them, leaves out directories that do not exist. Rejects with the error that
 * `makeError` returns for a file that cannot be read.
 */
export async function addedCertificates(
  { SSL_CERT_FILE: file = '', SSL_CERT_DIR: directories = '' }: Environment,
  makeError: (message: string, cause: unknown) => Error,
): Promise<string | undefined> {
  const read = async (place: string, variable: string): Promise<string> =>
    readFile(place, 'utf8').catch((cause: unknown) => {
      throw makeError(`cannot read ${place}, the file in ${variable}`, cause);
    });
  const texts = file === '' ? [] : [await read(file, 'SSL_CERT_FILE')];
  for (const directory of directories.split(':')) {
    for (const name of await certificateFiles(directory)) {
      texts.push(await read(path.join(directory, name), 'SSL_CERT_DIR'));
    }
  }
  return texts.length === 0 ? undefined : texts.join('\n');
}

async function certificateFiles(directory: string): Promise<readonly string[]> {
  if (directory === '') return [];
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /\.(?:crt|pem)$/.test(name)).toSorted();
}
