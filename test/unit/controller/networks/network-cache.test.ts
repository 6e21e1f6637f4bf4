import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { networkCaches, type NetworkCaches } from '../../../../src/controller/networks/network-cache.ts';
import { networkController } from '../../../../src/controller/networks/network-controller.ts';
import { textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../support/authorities.ts';
import { settled, VirtualClock } from '../../../support/virtual-clock.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { event, listOf } from '../../clients/kube/some-objects.ts';

type Data = Readonly<Record<string, string>>;

const LABELS = { 'taskpack.dev/network': 'true' };

describe('the networks of a cluster in the controller', () => {
  let time: VirtualClock;
  let end: AbortController;
  let watch: PassThrough;
  let caches: NetworkCaches;
  let changes: (string | undefined)[];
  let version: number;
  /** The ConfigMaps that have been sent, and the names of those that were read one by one. */
  let stored: Map<string, JsonObject>;
  let gets: string[];
  let isAvailable: boolean;
  /** Each GET waits for this promise. */
  let answered: Promise<void>;

  beforeEach(async () => {
    [time, end, watch, changes, version] = [new VirtualClock(), new AbortController(), new PassThrough(), [], 10];
    [stored, gets, isAvailable, answered] = [new Map(), [], true, Promise.resolve()];
    caches = networkCaches('taskpack', {
      transport: {
        call: async ({ path }) => {
          const name = /\/configmaps\/(.+)$/.exec(path)?.[1];
          if (name === undefined)
            return listOf('10', configMap({ 'ca.crt': CORPORATE_CA }), configMap({ NO_PROXY: '.svc' }, 'second'));
          gets.push(name);
          await answered;
          const object = isAvailable ? stored.get(name) : undefined;
          if (object === undefined) throw new KubeError(isAvailable ? 'NOT_FOUND' : 'UNAVAILABLE', 'a GET', name);
          return object;
        },
        stream: async () => watch,
      },
      clock: time,
      random: () => 0.5,
      report: ({ error }) => {
        throw error;
      },
      signal: end.signal,
    });
    await caches.synced;
    caches.subscribe((namespace) => changes.push(namespace));
  });
  afterEach(async () => {
    end.abort();
    watch.destroy();
    await settled();
  });

  it('are known before the first Build, whatever the number of ConfigMaps', () => {
    const { network } = caches.networks.ofBuilds('team');
    expect(network).to.deep.equal({ certificates: CORPORATE_CA, proxies: { NO_PROXY: '.svc' } });
  });

  it('ignore changes of labels and annotations', async () => {
    const before = caches.networks.ofController('team');
    for (let count = 0; count < 50; count += 1) {
      await send(configMap({ 'ca.crt': CORPORATE_CA }, 'own', { annotations: { count: String(count) } }));
    }
    await time.advance(60_000);
    expect(changes).to.deep.equal([]);
    expect(caches.networks.ofController('team')).to.equal(before);
  });

  it('keep the object of a content that comes back before it was read', async () => {
    const before = caches.networks.ofController('team');
    for (let count = 0; count < 3; count += 1) await send(configMap({ 'ca.crt': `# ${count}\n${TEAM_CA}` }));
    changes.length = 0;
    await send(configMap({ 'ca.crt': TEAM_CA }));
    await send(configMap({ 'ca.crt': `# 2\n${TEAM_CA}` }));
    await time.advance(60_000);
    expect(changes).to.deep.equal([]);
    expect(caches.networks.ofController('team')).not.to.equal(before);
  });

  it('read a change at once, and the changes of a namespace that follow at most every five seconds', async () => {
    await send(configMap({ 'ca.crt': TEAM_CA }));
    expect(caches.networks.ofController('team').certificates).to.equal(TEAM_CA);
    for (let second = 0; second < 60; second += 1) {
      for (const half of ['a', 'b']) await send(configMap({ 'ca.crt': `# ${second}${half}\n${CORPORATE_CA}` }));
      await time.advance(1_000);
    }
    // Three at once, and one every five seconds.
    expect(changes).to.have.length.within(12, 15);
    await send(configMap({ 'ca.crt': TEAM_CA }));
    await time.advance(10_000);
    expect(caches.networks.ofController('team').certificates).to.equal(TEAM_CA);
  });

  it('read the change of one namespace at once while another one changes without end', async () => {
    for (let count = 0; count < 50; count += 1) await send(configMap({ 'ca.crt': `# ${count}\n${TEAM_CA}` }));
    const other = configMap({ 'ca.crt': TEAM_CA }, 'own', { namespace: 'other' });
    await send(other, 'ADDED');
    expect(caches.networks.ofController('other').certificates).to.equal(TEAM_CA);
    await send(other, 'DELETED');
    expect(caches.networks.ofController('other').certificates).to.equal(undefined);
  });

  it('do not read a namespace sooner because its ConfigMap is deleted and created again', async () => {
    for (let second = 0; second < 60; second += 1) {
      const one = configMap({ 'ca.crt': `# ${second}\n${TEAM_CA}` });
      await send(one, 'DELETED');
      await send(one, 'ADDED');
      await time.advance(1_000);
    }
    expect(changes).to.have.length.within(10, 15);
  });

  it('record an Event for each new problem, and few for a namespace with many', async () => {
    const notes: string[] = [];
    const enqueued: string[] = [];
    const controller = networkController(caches, ({ note }) => void notes.push(note ?? ''));
    await controller.watch((key) => void enqueued.push(key));
    for (let count = 0; count < 30; count += 1) {
      await send(configMap({ 'ca.crt': 'x' }, `bad-${count}`, { namespace: 'other' }), 'ADDED');
    }
    await time.advance(60_000);
    for (let round = 0; round < 3; round += 1) {
      for (const key of enqueued.splice(0)) await controller.reconcile(key, end.signal);
      await send(configMap({ 'ca.crt': 'x', 'more.crt': TEAM_CA }, `bad-${round + 20}`, { namespace: 'other' }));
      await time.advance(60_000);
    }
    expect(notes).to.have.length(5);
    expect(notes[0]).to.match(/^Builds cannot start: ConfigMap other\/bad-0, key ca\.crt: holds no PEM certificate/);
  });

  describe('beyond the limits of a namespace', () => {
    const NAMES = Array.from({ length: 20 }, (_, index) => `large-${String(index).padStart(2, '0')}`);
    const [last = '', ...others] = NAMES.toReversed();

    beforeEach(async () => {
      for (const name of NAMES) await send(large(name), 'ADDED');
      await time.advance(60_000);
    });

    it('do not stay in memory, and the problem says what all of them take', () => {
      expect(caches.list('many')).to.have.length(NAMES.length);
      expect(JSON.stringify(caches.list('many')).length).to.be.lessThan(1_000_000);
      const { problems } = caches.networks.ofBuilds('many');
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(
        /^ConfigMap many\/large-00, key ca\.crt and 19 more: the content takes 12\d{6} bytes, and 1000000 is the limit/,
      );
      expect(gets).to.deep.equal([]);
    });

    it('are read once when there is room', async () => {
      for (const name of others) await send(large(name), 'DELETED');
      await time.advance(10_000);
      expect(caches.networks.ofController('many').certificates).to.equal(TEAM_CA);
      for (let count = 0; count < 3; count += 1) {
        await send(configMap({ NO_PROXY: `.svc${count}` }, 'small', { namespace: 'many' }));
        await time.advance(10_000);
      }
      expect(caches.networks.ofBuilds('many').network.proxies).to.deep.equal({ NO_PROXY: '.svc2' });
      expect(caches.networks.ofController('many').certificates).to.equal(TEAM_CA);
      expect(gets).to.deep.equal([last]);
    });

    it('leave their room to later ones when they are deleted', async () => {
      for (const name of NAMES) await send(large(name), 'DELETED');
      await send(large('later'), 'ADDED');
      await time.advance(10_000);
      expect(caches.networks.ofController('many').certificates).to.equal(TEAM_CA);
      expect(gets).to.deep.equal([]);
    });

    it('delay no other namespace while they are fetched', async () => {
      let answer: (() => void) | undefined;
      answered = new Promise((resolve) => (answer = resolve));
      for (const name of others) await send(large(name), 'DELETED');
      await time.advance(10_000);
      expect(gets).to.deep.equal([last]);
      await send(configMap({ 'ca.crt': TEAM_CA }, 'own', { namespace: 'other' }), 'ADDED');
      expect(caches.networks.ofController('other').certificates).to.equal(TEAM_CA);
      expect(caches.networks.ofController('many').certificates).to.equal(undefined);
      answer?.();
      await settled();
      expect(caches.networks.ofController('many').certificates).to.equal(TEAM_CA);
    });

    it('are used if their fetch outlasts the time after which an empty namespace is forgotten', async () => {
      let answer: (() => void) | undefined;
      answered = new Promise((resolve) => (answer = resolve));
      const [first, second] = ['first', 'second'].map((name) => large(name, { namespace: 'quick' }));
      // The first three changes are read at once, and those after them together.
      for (const domain of ['.a', '.b']) await send(configMap({ NO_PROXY: domain }, 'small', { namespace: 'quick' }));
      await send(configMap({}, 'small', { namespace: 'quick' }), 'DELETED');
      for (const object of [first, second]) await send(object ?? {}, 'ADDED');
      await send(first ?? {}, 'DELETED');
      await time.advance(60_000);
      expect(caches.networks.ofBuilds('quick').problems).to.have.length(1);
      answer?.();
      await settled();
      expect(caches.networks.ofBuilds('quick').problems).to.deep.equal([]);
      expect(caches.networks.ofController('quick').certificates).to.equal(TEAM_CA);
    });

    it('are read again after a failure, and let no Build start until then', async () => {
      isAvailable = false;
      for (const name of others) await send(large(name), 'DELETED');
      await time.advance(20_000);
      expect(caches.networks.ofBuilds('many').problems).to.have.length(1);
      isAvailable = true;
      await time.advance(10_000);
      expect(caches.networks.ofBuilds('many').problems).to.deep.equal([]);
      expect(caches.networks.ofController('many').certificates).to.equal(TEAM_CA);
    });

    it('let no Build start with the network before, if that was within the limits', async () => {
      const [first, second] = ['first', 'second'].map((name) => large(name, { namespace: 'quick' }));
      // The first changes are read at once, and those after them together.
      for (const domain of ['.a', '.b']) {
        await send(configMap({ NO_PROXY: domain }, 'first', { namespace: 'quick' }));
      }
      await send(first ?? {});
      expect(caches.networks.ofController('quick').certificates).to.equal(TEAM_CA);
      isAvailable = false;
      await send(second ?? {}, 'ADDED');
      await send(first ?? {}, 'DELETED');
      await time.advance(10_000);
      expect(caches.networks.ofBuilds('quick').problems).to.deep.equal([
        'the controller has not yet read the labelled ConfigMaps of namespace quick, and tries again every few seconds',
      ]);
      expect(caches.networks.ofController('quick').certificates).to.equal(TEAM_CA);
      await send(first ?? {}, 'ADDED');
      await send(second ?? {}, 'DELETED');
      changes.length = 0;
      await time.advance(10_000);
      expect(caches.networks.ofBuilds('quick').problems).to.deep.equal([]);
      expect(changes).to.deep.equal(['quick']);
    });

    it('are left out if they have gone or lost their label when they are read', async () => {
      for (const name of others) await send(large(name), 'DELETED');
      stored.set(last, large(last, { labels: {} }));
      await time.advance(10_000);
      expect(gets).to.deep.equal([last]);
      expect(caches.networks.ofController('many').certificates).to.equal(undefined);
      expect(caches.networks.ofBuilds('many').problems).to.deep.equal([]);
    });
  });

  async function send(object: JsonObject, type: 'ADDED' | 'MODIFIED' | 'DELETED' = 'MODIFIED'): Promise<void> {
    version += 1;
    const metadata = { ...(object['metadata'] as JsonObject), resourceVersion: String(version) };
    stored.set(textAt(metadata, 'name') ?? '', { ...object, metadata });
    watch.write(`${JSON.stringify(event(type, { ...object, metadata }))}\n`);
    await settled();
    await settled();
  }
});

function configMap(data: Data, name = 'own', metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'team', name, uid: name, resourceVersion: '5', labels: LABELS, ...metadata },
    data,
  };
}

function large(name: string, metadata: JsonObject = {}): JsonObject {
  return configMap({ 'ca.crt': `# ${'x'.repeat(600_000)}\n${TEAM_CA}` }, name, { namespace: 'many', ...metadata });
}
