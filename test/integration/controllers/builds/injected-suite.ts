import type { Cluster } from '../../../cluster/cluster.ts';
import { startInjectors, type Injectors } from '../../../cluster/injectors/injectors.ts';
import type { Variant } from '../../../cluster/injectors/variants.ts';
import { buildSuite, type BuildSuite, type BuildSuiteOptions } from './build-suite.ts';

/** Returns a suite whose namespace has a sidecar injector. */
export function injectedSuite(variant: Variant, options: BuildSuiteOptions): BuildSuite<Cluster> {
  let injectors: Injectors | undefined;
  const suite = buildSuite({
    ...options,
    prepare: async (cluster) => {
      injectors = await startInjectors(cluster);
      await injectors.createNamespace(variant, options.namespace, {});
    },
  });
  after(async () => injectors?.stop());
  return suite;
}
