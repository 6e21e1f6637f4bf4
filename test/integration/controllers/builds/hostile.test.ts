import { expect } from 'chai';
import { startInjectors, type Injectors } from '../../../cluster/injectors/injectors.ts';
import { until } from '../../../cluster/processes/until.ts';
import { succeeded, type TestStatus } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { ended, runs } from './pod-node.ts';
import { SECRET } from './running-builds.ts';

const READY = 'build.kpack.io/ready';

/** A text that moves the cursor of a terminal. */
const CONTROLS = /(?!\n)[\p{Cc}\u202a-\u202e]/u;

const ESCAPES = '\u001b[2J\u001b]0;title\u0007\u202e';

describe('hostile Builds', () => {
  const injected: { injectors?: Injectors } = {};
  const { bed, builds, node, cluster } = buildSuite({
    namespace: 'hostile-builds',
    settings: { backend: 'native', injectedSidecars: 'true' },
    log: [`${ESCAPES}says ${SECRET}`, `${'x'.repeat(1_000_000)}${ESCAPES} ${SECRET} last`],
    prepare: async (its) => {
      injected.injectors = await startInjectors(its);
      await injected.injectors.createNamespace('istio-classic', 'hostile-builds', {});
    },
  });
  after(async () => injected.injectors?.stop());

  it('cannot open the gate with an annotation', async () => {
    const annotations = { [READY]: 'by the user', 'taskpack.dev/stopped': '{}', kept: 'yes' };
    await bed().create('opener', {}, { annotations });
    const its = await node('opener');
    const created = (await its.pod()).metadata.annotations;
    expect(created).to.include({ kept: 'yes' });
    expect(created).not.to.have.any.keys(READY, 'taskpack.dev/stopped');
    await its.accept();
    await its.start(['istio-proxy']);
    await bed().annotate('opener', { [READY]: 'by the user, later' });
    await builds().settled();
    expect((await its.pod()).metadata.annotations).not.to.have.property(READY);
    await its.set({ 'istio-proxy': runs() });
    const opened = await until('the gate is open', async () => (await its.pod()).metadata.annotations?.[READY]);
    expect(opened).to.equal('true');
    await bed().delete('opener');
  });

  it('cannot write control characters or long texts to the terminals of users', async () => {
    await bed().create('loud');
    const its = await node('loud');
    await its.accept();
    await its.start();
    const message = `${SECRET}\n${'x\n'.repeat(500_000)}${ESCAPES}https://user:pass@git.example.com\nis ${SECRET}`;
    await its.set({ prepare: ended(1, { message }) }, { phase: 'Failed' });
    const status = await bed().end('loud');
    const text = JSON.stringify(status);
    for (const said of [succeeded(status)?.message, status.failure?.message, ...(status.failure?.log ?? [])]) {
      expect(said).not.to.match(CONTROLS);
    }
    expect(text).not.to.contain(SECRET).and.not.to.contain('user:pass').and.not.to.contain('\\u001b[');
    expect(text.length).to.be.below(30_000);
    expect(status.failure?.message).to.contain('https://***@git.example.com\nis ***');
    expect(status.failure?.log).to.deep.equal(['(line too long)']);
  });

  it('cannot do so by the names in their spec', async () => {
    await bed().create('named', { serviceAccountName: `../secrets/git${ESCAPES}\n` });
    const waiting = await bed().reaches('named', 'says so', ({ conditions = [] }) => conditions.length > 0);
    expect(succeeded(waiting)?.message ?? '').not.to.match(CONTROLS);
    await bed().delete('named');
  });

  for (const [what, metadata] of [
    ['name', { name: `loud${ESCAPES}` }],
    ['label', { labels: { loud: ESCAPES } }],
    ['label of two lines', { labels: { loud: 'a\nb' } }],
  ] as const) {
    it(`cannot have a ${what} that the API server rejects`, async () => {
      const creation = bed().create('loud-metadata', {}, metadata);
      expect(await creation.then(() => 'created', String)).to.contain('Invalid value');
    });
  }

  it('cannot have an environment variable from a Secret', async () => {
    const valueFrom = { secretKeyRef: { name: 'git', key: 'password' } };
    await bed().create('thief', { env: [{ name: 'STOLEN', valueFrom }] });
    const { failure, podName } = await bed().end('thief');
    expect(failure?.message).to.contain('secretKeyRef is not supported');
    expect(podName).to.equal(undefined);
  });

  it('cannot bind a Secret that any account of the namespace lists', async () => {
    await bed().create('binder', { services: [{ kind: 'Secret', apiVersion: 'v1', name: 'git' }] });
    const { failure } = await bed().end('binder');
    expect(failure?.message).to.contain('build rejected: service "git" uses forbidden secret "git"');
    await bed().create('old-binder', {
      cnbBindings: [{ name: 'x', metadataRef: { name: 'm' }, secretRef: { name: 'docker' } }],
    });
    const old = await bed().end('old-binder');
    expect(old.failure?.message).to.contain('spec.cnbBindings: use of this field');
  });

  it("cannot wait for Helm's next release and bind it", async () => {
    const name = 'sh.helm.release.v1.shop.v2';
    await bed().create('release-binder', { services: [{ kind: 'Secret', apiVersion: 'v1', name }] });
    const isMissed = (status: TestStatus): boolean =>
      succeeded(status)?.message?.includes(`secrets "${name}" not found`) === true;
    await bed().reaches('release-binder', 'waits for the Secret', isMissed);
    const type = 'helm.sh/release.v1';
    const metadata = { name, namespace: bed().namespace };
    await cluster().client.apply({ apiVersion: 'v1', kind: 'Secret', metadata, type, stringData: { release: SECRET } });
    const { failure, podName } = await bed().end('release-binder');
    expect(failure?.message).to.contain(`service "${name}" uses secret "${name}" of type ${type}`);
    expect(podName).to.equal(undefined);
  });

  it('cannot steer the runtime, the network or the sidecars of its Pod with annotations', async () => {
    const annotations = {
      'io.kubernetes.cri-o.Devices': '/dev/fuse',
      'k8s.v1.cni.cncf.io/networks': 'default/storage',
      'vault.hashicorp.com/agent-inject': 'true',
      'sidecar.istio.io/userVolume': '{}',
      'image.kpack.io/reason': 'CONFIG',
    };
    await bed().create('steerer', {}, { annotations });
    const created = (await (await node('steerer')).pod()).metadata.annotations;
    expect(created).to.include({ 'image.kpack.io/reason': 'CONFIG' });
    const [, ...refused] = Object.keys(annotations).toReversed();
    expect(created).not.to.have.any.keys(...refused);
    await bed().delete('steerer');
  });

  it('cannot use a Builder of another namespace', async () => {
    await bed().create('stranger', { builder: { ref: { kind: 'Builder', name: 'theirs', namespace: 'default' } } });
    const waiting = await bed().reaches('stranger', 'waits', ({ conditions = [] }) => conditions.length > 0);
    expect(waiting.conditions?.[0]?.message).to.contain('builder.kpack.io "theirs" not found');
    await bed().delete('stranger');
  });

  it('may have as many environment variables as fit into a Build', async () => {
    const env = Array.from({ length: 1000 }, (_, index) => ({ name: `V${index}`, value: 'x'.repeat(980) }));
    await bed().create('large', { env });
    await node('large');
    const maps = await cluster().client.list('v1', 'ConfigMap', bed().namespace);
    expect(maps.map(({ metadata }) => metadata.name)).to.include('large-inputs');
    await bed().delete('large');
  });
});
