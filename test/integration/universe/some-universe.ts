import { makeLayer } from '../../../src/core/oci/layer.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { DEFAULT_LIFECYCLE, type LifecycleVersion } from '../../cluster/universe/lifecycle-version.ts';
import { universe, type Universe } from '../../cluster/universe/universe.ts';

/** The universe with a lifecycle of the test bed and without a shell. Tests only read this universe. */
export async function someUniverse(version: LifecycleVersion = DEFAULT_LIFECYCLE): Promise<Universe> {
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: version });
  const busybox = makeLayer([{ path: '/bin/busybox', kind: 'file', content: 'none' }]);
  return universe({ busybox, version, ...programs });
}
