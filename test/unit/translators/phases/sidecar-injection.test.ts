import { expect } from 'chai';
import {
  optsOutOfMesh,
  withOwnOptOuts,
  withoutInjectionOptOut,
} from '../../../../translators/phases/sidecar-injection.ts';

const ISTIO = 'sidecar.istio.io/inject';
const LINKERD = 'linkerd.io/inject';
const CONSUL = 'consul.hashicorp.com/connect-inject';
const KUMA = 'kuma.io/sidecar-injection';

describe('the switches of meshes on a Build', () => {
  for (const value of ['false', 'no', 'Off', 'n']) {
    it(`opt out of Istio with ${value}, and are removed where sidecars are wanted`, () => {
      const build = { labels: { [ISTIO]: value, app: 'shop' }, annotations: { [ISTIO]: value } };
      expect(optsOutOfMesh(build)).to.equal(true);
      expect(withoutInjectionOptOut(build)).to.deep.equal({ labels: { app: 'shop' }, annotations: {} });
    });
  }

  for (const value of ['disabled', 'false', 'no']) {
    it(`opt out of Kuma with ${value}, as a label`, () => {
      expect(withOwnOptOuts({ labels: {}, annotations: { [KUMA]: value } })).to.deep.equal({
        labels: { [KUMA]: 'disabled' },
        annotations: { [KUMA]: 'disabled' },
      });
    });
  }

  for (const value of ['0', 'f', 'F', 'false', 'False', 'FALSE']) {
    it(`opt out of Consul with ${value}, as an annotation`, () => {
      expect(withOwnOptOuts({ labels: { [CONSUL]: value }, annotations: {} })).to.deep.equal({
        labels: { [CONSUL]: value },
        annotations: { [CONSUL]: 'false' },
      });
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
