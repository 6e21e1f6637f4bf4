import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/model/error-code.ts';
import { copyProgram } from './copy-program.ts';
import type { Paths } from './dependencies.ts';
import { directoryEntries } from './directory-entries.ts';

/** The directory of the copies' volumes. All other directories beside it are those of the phases that have a token. */
const COPIES = 'copies';

/** The waiter expects 64 bytes (fallback-entrypoint/token.go). */
const TOKEN_BYTES = 32;

/**
 * Writes a token for each phase whose end a token proves, and a copy for the phase after it. Also copies the waiter, which
 * takes the token out of its file while the phase runs. The copy replaces a waiter that is there already, because another container
 * could have written it. If an init container of the Pod has copied the waiter, the volume is read-only here. Pods of the `init`
 * layout have no volumes for this.
 */
export async function prepareStepOrder({
  tokens,
  waiter,
  waiterDirectory,
}: Pick<Paths, 'tokens' | 'waiter' | 'waiterDirectory'>): Promise<void> {
  const directories = await directoryEntries(tokens);
  if (!directories.includes(COPIES)) return;
  for (const phase of directories.filter((name) => name !== COPIES)) {
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    await writeFile(path.join(tokens, phase, 'token'), token, { mode: 0o600 });
    await writeFile(path.join(tokens, COPIES, phase, 'copy'), token, { mode: 0o600 });
  }
  await copyProgram(waiter, waiterDirectory).catch((error: unknown) => {
    if (errorCode(error) !== 'EROFS') throw error;
  });
}
