import path from 'node:path';
import { startControlPlane, type ControlPlane } from '../../cluster/control-plane/control-plane.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { KPACK_CONFIGURATION, KPACK_NAMESPACE, kpackDefinitions } from '../../cluster/kpack/objects.ts';
import { newBed, type BedProcesses } from '../../cluster/processes/bed-processes.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startRegistry, type Registry } from '../../cluster/registry/registry.ts';
import { startTekton } from '../../cluster/tekton/tekton.ts';
import { CLUSTER_PROGRAMS } from '../../cluster/cluster.ts';
import { auditIn, type Audit } from './audit.ts';
import type { Contender } from './contenders.ts';

/** An API server with the definitions of one contender, a registry, and the log of all requests. */
export interface BenchCluster extends ControlPlane {
  readonly registry: Registry;
  readonly audit: Audit;
  readonly bed: BedProcesses;
  /** The path of kpack's controller; empty in a cluster with taskpack's definitions. */
  readonly kpack: string;
}

/** Starts a new cluster, so that no contender finds objects of another contender. */
export async function startBenchCluster({ definitions, backend }: Contender): Promise<BenchCluster> {
  const programs = await ensurePrograms([...CLUSTER_PROGRAMS, 'registry'], console.error);
  const isKpack = definitions === 'kpack';
  const kpack = isKpack ? (await ensurePrograms(['kpack-controller'], console.error))['kpack-controller'] : '';
  const bed = newBed(programs.leash);
  try {
    const audit = auditIn(bed.folder);
    const flags = [...audit.flags, '--max-requests-inflight=2000', '--max-mutating-requests-inflight=1000'];
    const controlPlane = await startControlPlane(programs, bed, '127.0.0.1', flags);
    const registry = await startRegistry(programs, { folder: path.join(bed.folder, 'registry') });
    if (backend === 'tekton') await startTekton(controlPlane, programs);
    if (isKpack) await installKpack(controlPlane);
    else await installCrds(controlPlane);
    return { ...controlPlane, registry, audit, bed, kpack };
  } catch (error) {
    await bed.stop();
    throw error;
  }
}

/** kpack's own definitions, and the ConfigMaps that its controller requires. */
async function installKpack({ client }: ControlPlane): Promise<void> {
  for (const definition of kpackDefinitions()) await client.apply(definition);
  for (const object of [KPACK_NAMESPACE, ...KPACK_CONFIGURATION]) await client.put(object);
  await until('the kinds to be served', async () =>
    client.send('GET', '/apis/kpack.io/v1alpha2/builds').then(() => true),
  );
}
