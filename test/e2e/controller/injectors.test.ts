import { expect } from 'chai';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import { VARIANTS, type Variant } from '../../cluster/injectors/variants.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { conditionOf, controlledBuild, runBuild, type BuildStatus } from './controlled-build.ts';
import type { ControlledImages } from './controlled-images.ts';
import { controlledSuite } from './controlled-suite.ts';

const LAYOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  taskrun: { BACKEND: 'tekton' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  auto: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
  init: { BACKEND: 'native' },
};

const NAMES = Object.keys(VARIANTS) as readonly Variant[];

for (const [layout, settings] of Object.entries(LAYOUTS)) {
  describe(`the controller beside injected proxies on the node (${layout})`, function () {
    this.timeout(400_000);
    const { cluster, publish, control } = controlledSuite();
    let images: ControlledImages;
    let injectors: Injectors;
    const statuses = new Map<Variant, Promise<BuildStatus>>();
    let stop: () => Promise<unknown>;

    before(async () => {
      injectors = await startInjectors(cluster(), { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
      const { hostname, port } = new URL(cluster().client.address.server);
      // A Build needs the network at once.
      const prepare = `nc -w 1 ${hostname} ${port} </dev/null || { echo no network; exit 77; }`;
      images = await publish({ prepare });
      ({ stop } = await control(images, settings));
      for (const variant of NAMES) {
        const status = run(variant);
        // It is the test's to fail.
        status.catch(() => undefined);
        statuses.set(variant, status);
      }
    });
    after(async () => {
      await stop?.();
      await injectors?.stop();
    });

    async function run(variant: Variant): Promise<BuildStatus> {
      const namespace = `controlled-${layout}-${variant}`;
      await injectors.createNamespace(variant, namespace);
      return runBuild(cluster().client, controlledBuild('beside', namespace, images), { seconds: 240 });
    }

    for (const variant of NAMES) {
      const fails = layout === 'init' && variant === 'stubborn-network-gate';
      it(`${variant}: ${fails ? 'says which setting helps' : 'succeeds'}`, async () => {
        const status = await statuses.get(variant);
        if (status === undefined) throw new Error('there is no such Build');
        const condition = conditionOf(status);
        if (fails) {
          expect(condition).to.include({ status: 'False', reason: 'InjectedSidecarInInitLayout' });
          expect(condition.message).to.include('SUPPORT_INJECTED_SIDECARS');
        } else {
          expect(condition, JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
        }
      });
    }
  });
}
