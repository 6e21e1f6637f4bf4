import { expect } from 'chai';
import { CLUSTER_STACK } from '../../../../src/core/api/kpack/kind-definitions.ts';
import type { ObjectCache } from '../../../../src/controller/kit/object-cache.ts';
import { objectReader, type ReadObject, readableView } from '../../../../src/controller/kit/readable-cache.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { parseObject } from '../../../../src/clients/kube/json/parse-object.ts';
import type { Change } from '../../../../src/clients/kube/reflector/informer.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { makeStore } from '../../../../src/clients/kube/reflector/store.ts';

function read(value: number): ReadObject<number> {
  const object = { apiVersion: 'a/v1', kind: 'B', metadata: { name: 'x' } };
  return value < 0 ? { kind: 'unreadable', object, message: `below zero: ${value}` } : { kind: 'readable', value };
}

/** A cache of numbers. Negative numbers are unreadable. */
function someCache() {
  const store = makeStore<ReadObject<number>>();
  const listeners: ((change: Change<ReadObject<number>>) => void)[] = [];
  const cache: ObjectCache<ReadObject<number>> = {
    store,
    synced: Promise.resolve(true),
    ended: Promise.resolve(),
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const set = (value: number): void => {
    const previous = store.get('x');
    const object = read(value);
    store.put('x', object);
    const change: Change<ReadObject<number>> =
      previous === undefined ? { kind: 'added', key: 'x', object } : { kind: 'updated', key: 'x', object, previous };
    for (const listener of listeners) listener(change);
  };
  return { cache, set };
}

describe('a readable cache', () => {
  it('hides unreadable objects and reports why they are unreadable', () => {
    const { cache, set } = someCache();
    const view = readableView(cache);
    const told: string[] = [];
    view.subscribe(({ kind, object }) => told.push(`${kind} ${object}`));
    view.subscribeUnreadable((key) => told.push(`${key} is unreadable`));
    const known: unknown[] = [];
    for (const value of [-1, -2, 1, 2, -3]) {
      set(value);
      known.push(view.store.get('x') ?? view.unreadable('x')?.message);
      expect(view.store.list()).to.have.length(value < 0 ? 0 : 1);
    }
    expect(known).to.deep.equal(['below zero: -1', 'below zero: -2', 1, 2, 'below zero: -3']);
    expect(told).to.deep.equal([
      'x is unreadable',
      'x is unreadable',
      'added 1',
      'updated 2',
      'deleted 2',
      'x is unreadable',
    ]);
  });
});

const list = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

const stackOf = (spec: JsonObject, status: JsonObject) => ({
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'ClusterStack',
  metadata: { name: 'base' },
  spec,
  status,
});

describe('the object reader', () => {
  it('refuses an object of more than 10,000 entries without checking it, and counts no status', () => {
    const image = { image: 'example.com/image' };
    const wrong = objectReader(CLUSTER_STACK)(stackOf({ id: list(11_000) }, {}));
    expect(wrong.kind === 'unreadable' && wrong.message).to.equal(
      'the object is invalid: it has more than 10000 list items and fields; make it smaller',
    );
    const dropped = parseObject(JSON.stringify(stackOf({ id: list(70_000) }, {})));
    expect(objectReader(CLUSTER_STACK)(dropped as KubeObject)).to.include({
      message: wrong.kind === 'unreadable' && wrong.message,
    });
    const right = { id: 'some.stack', buildImage: image, runImage: image };
    expect(objectReader(CLUSTER_STACK)(stackOf(right, { mixins: list(11_000) }))).to.include({ kind: 'readable' });
  });

  it('reports 20 problems and the number of all others', () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`unknown${place}`, 1]));
    const object = { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterStack', metadata: { name: 'base' }, spec: unknown };
    const found = objectReader(CLUSTER_STACK)(object);
    expect(found.kind === 'unreadable' && found.message).to.match(/; and \d+ more$/);
  });

  it('names the field that violates the schema', () => {
    const object = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'ClusterStack',
      metadata: { name: 'base' },
      spec: { id: 1 },
    };
    const found = objectReader(CLUSTER_STACK)(object);
    expect(found).to.include({ kind: 'unreadable', object });
    expect(found.kind === 'unreadable' && found.message).to.match(/^the object is invalid: .*spec\.id: /);
  });
});
