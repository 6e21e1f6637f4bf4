import { makeLayer } from '../../../src/core/oci/layer.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { universe, type Universe } from '../../cluster/universe/universe.ts';

/** The universe with the test bed's lifecycle and without a shell. Tests only read this universe. */
export async function someUniverse(): Promise<Universe> {
  const programs = await ensurePrograms(['lifecycle', 'launcher'], (line) => console.error(line));
  const busybox = makeLayer([{ path: '/bin/busybox', kind: 'file', content: 'none' }]);
  return universe({ busybox, ...programs });
}
