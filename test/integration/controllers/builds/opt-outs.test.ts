import { expect } from 'chai';
import { injectedSuite } from './injected-suite.ts';

const BACKENDS = {
  native: { backend: 'native', injectedSidecars: 'auto' },
  tekton: { backend: 'tekton', dummySidecar: 'auto' },
} as const;

/** The switch of each mesh, and the container that it prevents. */
const MESHES = {
  'istio-classic': { optOut: { 'sidecar.istio.io/inject': 'false' }, proxy: 'istio-proxy' },
  'linkerd-classic': { optOut: { 'linkerd.io/inject': 'disabled' }, proxy: 'linkerd-proxy' },
} as const;

describe('Builds that opt out of the mesh of their namespace', function () {
  this.timeout(90_000);
  for (const [backend, settings] of Object.entries(BACKENDS)) {
    for (const [variant, { optOut, proxy }] of Object.entries(MESHES) as [
      keyof typeof MESHES,
      (typeof MESHES)[keyof typeof MESHES],
    ][]) {
      describe(`${variant} with BACKEND=${backend}`, () => {
        const { bed, node } = injectedSuite(variant, { namespace: `opt-out-${variant}-${backend}`, settings });

        /** Returns the names of the containers and volumes of a new Build's Pod. */
        async function podOf(name: string, metadata: object): Promise<readonly string[]> {
          await bed().create(name, {}, { ...metadata });
          const { spec } = await (await node(name)).pod();
          await bed().delete(name);
          return [...(spec.initContainers ?? []), ...spec.containers, ...spec.volumes].map((each) => each.name);
        }

        it('have no proxy, and nothing that waits for one or stops one', async () => {
          for (const metadata of [{ labels: optOut }, { annotations: optOut }]) {
            const names = await podOf(`out-by-${Object.keys(metadata).join('')}`, metadata);
            expect(names, JSON.stringify(metadata)).to.include(backend === 'tekton' ? 'step-build' : 'build');
            expect(names, JSON.stringify(metadata)).not.to.include.oneOf([proxy, 'sidecar-dummy', 'downward-api-dir']);
          }
        });

        it('differ from Builds that do not', async () => {
          expect(await podOf('in', {})).to.include.members([
            proxy,
            backend === 'tekton' ? 'sidecar-dummy' : 'downward-api-dir',
          ]);
        });
      });
    }
  }
});
