import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { KubeError } from '../../../kube/kube-error.ts';
import type { BuildPorts } from '../build-ports.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import { identityOf } from '../kept/identity.ts';
import { BUILDS } from '../resources.ts';

/** A Build with everything that it says, of which the API server is asked where not all is kept. */
export async function wholeBuild(
  { object, lacksEnvironment, namespace, name, uid }: ActiveBuild,
  { client }: Pick<BuildPorts, 'client'>,
  signal: AbortSignal,
): Promise<KubeObject> {
  if (!lacksEnvironment) return object;
  const whole = await client.get(BUILDS, { namespace, name }, { signal });
  if (identityOf(whole).uid === uid) return whole;
  throw new KubeError('CONFLICT', `get builds ${namespace}/${name}`, 'it is another one by now');
}
