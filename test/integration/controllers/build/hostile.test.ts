import { expect } from 'chai';
import { buildSuite } from './build-suite.ts';

describe('hostile Builds', function () {
  this.timeout(60_000);
  const { bed, node, cluster } = buildSuite({
    namespace: 'hostile-builds',
    settings: { backend: 'native', injectedSidecars: 'true' },
  });

  it('cannot open the gate by an annotation of their own', async () => {
    const annotations = { 'build.kpack.io/ready': 'true', 'taskpack.dev/stopped': '{}', kept: 'yes' };
    await bed().create('opener', {}, { annotations });
    const its = await node('opener');
    const created = (await its.pod()).metadata.annotations;
    expect(created).to.include({ kept: 'yes' });
    expect(created).not.to.have.property('taskpack.dev/stopped');
    await bed().delete('opener');
  });

  it('cannot bind what any account of the namespace lists', async () => {
    await bed().create('binder', { services: [{ kind: 'Secret', apiVersion: 'v1', name: 'git' }] });
    const { failure } = await bed().end('binder');
    expect(failure?.message).to.contain('build rejected: service "git" uses forbidden secret "git"');
    await bed().create('old-binder', {
      cnbBindings: [{ name: 'x', metadataRef: { name: 'm' }, secretRef: { name: 'docker' } }],
    });
    const old = await bed().end('old-binder');
    expect(old.failure?.message).to.contain('spec.cnbBindings: use of this field');
  });

  it('cannot use a Builder of another namespace', async () => {
    await bed().create('stranger', { builder: { ref: { kind: 'Builder', name: 'theirs', namespace: 'default' } } });
    const waiting = await bed().reaches('stranger', 'waits', ({ conditions = [] }) => conditions.length > 0);
    expect(waiting.conditions?.[0]?.message).to.contain('builder.kpack.io "theirs" not found');
    await bed().delete('stranger');
  });

  it('may have as many variables as a Build can hold', async () => {
    const env = Array.from({ length: 1000 }, (_, index) => ({ name: `V${index}`, value: 'x'.repeat(980) }));
    await bed().create('large', { env });
    await node('large');
    const maps = await cluster().client.list('v1', 'ConfigMap', bed().namespace);
    expect(maps.map(({ metadata }) => metadata.name)).to.include('large-inputs');
    await bed().delete('large');
  });
});
