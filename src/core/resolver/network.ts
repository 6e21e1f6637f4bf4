import type { Build } from '../api/kpack/build.ts';
import type { BuildNetwork } from '../model/build-network.ts';
import { fieldError } from '../model/problem.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import type { Report } from './report.ts';

/** Returns the certificates and proxies of the Build's namespace, or `undefined` if there are none. */
export function resolveNetwork(build: Build, objects: ReferencedObjects, report: Report): BuildNetwork | undefined {
  const { network, problems } = objects.network(build.metadata.namespace);
  for (const problem of problems) report(fieldError([], problem));
  const { certificates, proxies } = network;
  const isEmpty = certificates === undefined && Object.values(proxies).every((value) => value === '');
  return isEmpty ? undefined : network;
}
