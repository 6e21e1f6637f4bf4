import { expect } from 'chai';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { Container, Pod } from '../../cluster/injectors/pod.ts';
import type { MeshAdditions } from './mesh-additions.ts';

/** Asserts that the Pod equals the Pod without a mesh plus the additions at their positions. */
export function expectAdditions(injected: KubernetesObject, plain: KubernetesObject, added: MeshAdditions): void {
  const { metadata, spec } = asPod(injected);
  const before = asPod(plain);
  const { initContainers = [], containers, volumes = [] } = spec;
  expectAround(initContainers, before.spec.initContainers ?? [], added.init, added.initPlace);
  expectAround(containers, before.spec.containers, added.containers, added.place);
  const foreign = [...initContainers, ...containers].filter(({ name }) =>
    [...added.init, ...added.containers].includes(name),
  );
  const named = (test: (container: Container) => boolean): readonly string[] =>
    foreign.filter(test).map(({ name }) => name);
  expect(named(({ restartPolicy }) => restartPolicy === 'Always')).to.deep.equal(added.native);
  expect(named(({ lifecycle }) => 'postStart' in ((lifecycle ?? {}) as object))).to.deep.equal(added.holding);
  expect(named((container) => 'readinessProbe' in container)).to.deep.equal([...added.native, ...added.containers]);
  expectAround(volumes, before.spec.volumes ?? [], added.volumes, 'last');
  expect(newKeys(metadata.labels, before.metadata.labels)).to.deep.equal(added.labels);
  expect(newKeys(metadata.annotations, before.metadata.annotations)).to.deep.equal(added.annotations);
}

/** Asserts that no mesh has changed the Pod. */
export function expectUntouched(pod: KubernetesObject, plain: KubernetesObject): void {
  const { metadata, spec } = asPod(pod);
  const before = asPod(plain);
  expect(spec).to.deep.equal(before.spec);
  expect([metadata.labels, metadata.annotations]).to.deep.equal([before.metadata.labels, before.metadata.annotations]);
}

export function asPod(object: KubernetesObject): Pod {
  return object as unknown as Pod;
}

function expectAround(
  actual: readonly { readonly name: string }[],
  ours: readonly { readonly name: string }[],
  added: readonly string[],
  place: 'first' | 'last',
): void {
  const names = ours.map(({ name }) => name);
  expect(actual.map(({ name }) => name)).to.deep.equal(place === 'first' ? [...added, ...names] : [...names, ...added]);
  expect(actual.filter(({ name }) => !added.includes(name))).to.deep.equal(ours);
}

function newKeys(after: object = {}, before: object = {}): readonly string[] {
  expect(after).to.include(before);
  return Object.keys(after).filter((key) => !(key in before));
}
