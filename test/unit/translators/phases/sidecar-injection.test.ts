import { expect } from 'chai';
import {
  optsOutOfMesh,
  withOwnOptOuts,
  withoutInjectionOptOut,
} from '../../../../translators/phases/sidecar-injection.ts';

const ISTIO = 'sidecar.istio.io/inject';
const LINKERD = 'linkerd.io/inject';

describe('the switches of meshes on a Build', () => {
  for (const value of ['false', 'no', 'Off', 'n']) {
    it(`opt out of Istio with ${value}, and are removed where sidecars are wanted`, () => {
      const build = { labels: { [ISTIO]: value, app: 'shop' }, annotations: { [ISTIO]: value } };
      expect(optsOutOfMesh(build)).to.equal(true);
      expect(withoutInjectionOptOut(build)).to.deep.equal({ labels: { app: 'shop' }, annotations: {} });
    });
  }

  it('stay if they ask for a proxy', () => {
    const build = { labels: { [ISTIO]: 'true' }, annotations: { [LINKERD]: 'enabled' } };
    expect(optsOutOfMesh(build)).to.equal(false);
    expect(withoutInjectionOptOut(build)).to.deep.equal(build);
    expect(withOwnOptOuts(build)).to.deep.equal(build);
  });

  it('are written where the mesh reads them', () => {
    expect(withOwnOptOuts({ labels: { [LINKERD]: 'disabled' }, annotations: { [ISTIO]: 'no' } })).to.deep.equal({
      labels: { [LINKERD]: 'disabled', [ISTIO]: 'false' },
      annotations: { [ISTIO]: 'false', [LINKERD]: 'disabled' },
    });
  });
});
