import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addedCertificates } from '../../../clients/http/added-certificates.ts';
import { errorCode } from '../../../core/model/error-code.ts';
import { CERTIFICATES_BINDING } from '../../../core/model/build-network.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import type { TaskArguments } from './task-arguments.ts';

/**
 * Gives buildpacks the certificates of the workspace `ssl-ca-directory` as a binding, unless PLATFORM_DIR has a binding of that
 * name. The workspace `bindings` hides the binding, so a line of the log says what to do.
 */
export async function writeCertificatesBinding(
  { paths, environment, log }: Pick<PrepareDependencies, 'paths' | 'environment' | 'log'>,
  { bindings }: Pick<TaskArguments, 'bindings'>,
): Promise<void> {
  const { SSL_CERT_DIR } = environment;
  const certificates = await addedCertificates({ SSL_CERT_DIR }, unreadable);
  if (certificates === undefined) return;
  const { name, type, file } = CERTIFICATES_BINDING;
  if (bindings !== undefined) {
    log(`Warning: buildpacks do not see the certificates of ssl-ca-directory: add them to the workspace bindings`);
    return;
  }
  const directory = path.join(paths.platform, 'bindings', name);
  await mkdir(path.dirname(directory), { recursive: true });
  const isNew = await mkdir(directory).then(() => true, isExisting);
  if (!isNew) return;
  await writeFile(path.join(directory, 'type'), type);
  await writeFile(path.join(directory, file), certificates);
}

function unreadable(message: string, cause: unknown): Error {
  return new PrepareError('TlsFailed', message, cause);
}

function isExisting(error: unknown): false {
  if (errorCode(error) === 'EEXIST') return false;
  throw error;
}
