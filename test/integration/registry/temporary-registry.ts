import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startRegistry, type Registry, type RegistryOptions } from '../../cluster/registry/registry.ts';

/** A registry for the tests of the calling suite, which starts before the first test. */
export function temporaryRegistry(authentication: NonNullable<RegistryOptions['authentication']>): () => Registry {
  let registry: Registry | undefined;
  let folder = '';

  before(`a registry starts (authentication: ${authentication})`, async function () {
    this.timeout(300_000);
    const programs = await ensurePrograms(['leash', 'registry'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-registry-'));
    registry = await startRegistry(programs, { folder, authentication });
  });

  after('the registry is stopped', async () => {
    await registry?.stop();
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  return () => {
    if (registry === undefined) throw new Error('the registry is not started yet');
    return registry;
  };
}
