import { expect } from 'chai';
import * as fc from 'fast-check';
import { childrenOf, type Buildpack } from '../../../../src/core/buildpacks/buildpack.ts';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { Resolution } from '../../../../src/core/buildpacks/resolution.ts';
import type { BuildpackSource } from '../../../../src/core/buildpacks/buildpack-source.ts';
import { compareVersions, parseVersion } from '../../../../src/core/buildpacks/version.ts';
import { NAMESPACE, resolution, someMeta, someSource } from './some-buildpacks.ts';

const RUNS = { numRuns: 300 };

const VERSIONS = ['1', '1.0.0', 'v1.1', '1.2.0-rc.1', '1.2.0', '2.0.0+x', '2.0.0+y', '10', '9007199254740993'];
/** Buildpacks by name, so that each name is one buildpack. One buildpack is in its own order. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  'a@10': ['b@1', 'c@1.0.0', 'a@1'],
  'b@2.0.0+x': ['a@1', 'a@10'],
  'c@9007199254740993': ['b@2.0.0+x', 'd@1'],
  'd@1.2.0': ['d@v1.1'],
  'd@v1.1': ['d@1.2.0'],
};
const id = fc.constantFrom('a', 'b', 'c', 'd');
const version = fc.constantFrom(...VERSIONS);

/** Rarely gives a buildpack a different layer, so that most orders resolve. */
const buildpack = fc
  .record({
    id,
    version,
    bytes: fc.oneof({ weight: 30, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('#2') }),
    image: fc.constantFrom(undefined, 'image/1', 'image/2'),
  })
  .map(({ image, bytes, ...name }): Buildpack => {
    const text = `${name.id}@${name.version}`;
    return { ...someMeta(`${text}${bytes}`, ...(CHILDREN[text] ?? [])), ...(image !== undefined && { image }) };
  });

/** In half of the cases, one source provides all versions of all buildpacks. */
const everything = someSource(
  'ClusterBuildpack',
  'everything',
  ...['a', 'b', 'c', 'd'].flatMap((name) =>
    VERSIONS.map((text) => someMeta(`${name}@${text}`, ...(CHILDREN[`${name}@${text}`] ?? []))),
  ),
);

const sources = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('Buildpack' as const, 'ClusterBuildpack' as const, 'ClusterStore' as const, 'image' as const),
      fc.constantFrom('some-store', 'x', 'y'),
      fc.array(buildpack, { maxLength: 8 }),
    ),
    { selector: ([kind, name]) => `${kind} ${name}`, maxLength: 6 },
  )
  .chain((list) => {
    const some = list.map(([kind, name, buildpacks]) => someSource(kind, name, ...buildpacks));
    return fc.constantFrom(some, [...some, everything]);
  });

const byId: fc.Arbitrary<OrderEntry> = fc.oneof(
  fc.record({ id, version, optional: fc.boolean() }, { requiredKeys: ['id'] }),
  fc.record({ id, version: fc.constantFrom('^1', '1.x', '~2', 'v1.1') }),
);
const entry = fc.oneof(
  byId,
  fc.record({ kind: fc.constantFrom('Buildpack', 'ClusterBuildpack'), name: fc.constantFrom('x', 'y') }),
  fc.record({ kind: fc.constantFrom('Buildpack', 'ClusterBuildpack'), name: fc.constantFrom('x', 'y'), id }),
  fc.record({ image: fc.constantFrom('x', 'y') }),
);
const order = fc.array(fc.array(entry, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
const orderById = fc.array(fc.array(byId, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 });

describe('properties of resolution', () => {
  it('does not depend on the order in which anything is listed', () => {
    const permuted = sources.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat()),
    );
    fc.assert(
      fc.property(order, permuted, (groups, [list, shuffled, turn]) => {
        const turned = shuffled.map((source) => ({ ...source, buildpacks: turnedBy(source.buildpacks, turn) }));
        expect(resolution(groups, turned)).to.deep.equal(resolution(groups, list));
      }),
      RUNS,
    );
  });

  it('contains all children, each before its parent, and each name once', () => {
    let resolved = 0;
    fc.assert(
      fc.property(orderById, sources, (groups, list) => {
        const result = resolution(groups, list);
        if (result.kind === 'refused') return;
        resolved += 1;
        const before = new Set<string>();
        for (const { buildpack: each } of result.buildpacks) {
          for (const child of childrenOf(each)) expect(before).to.include(`${child.id}@${child.version}`);
          expect(before).not.to.include(`${each.id}@${each.version}`);
          before.add(`${each.id}@${each.version}`);
        }
        for (const { chosen } of result.entries) {
          expect(before).to.include(`${chosen.buildpack.id}@${chosen.buildpack.version}`);
        }
      }),
      RUNS,
    );
    expect(resolved).to.be.greaterThan(20);
  });

  it('selects the highest available version if the entry has no version', () => {
    fc.assert(
      fc.property(id, sources, (wanted, list) => {
        const result = resolution([[{ id: wanted }]], list);
        const [found] = result.entries;
        if (found === undefined) return;
        for (const candidate of list.filter(isInReach).flatMap(({ buildpacks }) => buildpacks)) {
          if (candidate.id !== wanted) continue;
          expect(compared(found.chosen.buildpack.version, candidate.version)).to.be.at.least(0);
        }
      }),
      RUNS,
    );
  });

  it('considers every other candidate, once', () => {
    fc.assert(
      fc.property(id, sources, (wanted, list) => {
        const [found] = resolution([[{ id: wanted }]], list).entries;
        const candidates = list.filter(isInReach).flatMap(({ buildpacks }) => buildpacks);
        const count = candidates.filter((candidate) => candidate.id === wanted).length;
        if (found !== undefined) expect(found.considered).to.have.length(count - 1);
      }),
      RUNS,
    );
  });

  it('writes one reference for each entry of a resolved order', () => {
    fc.assert(
      fc.property(orderById, sources, (groups, list) => {
        const result = resolution(groups, list);
        if (result.kind === 'refused') return;
        expect(result.order.map(({ group }) => group.length)).to.deep.equal(groups.map((group) => group.length));
      }),
      RUNS,
    );
  });

  it('reports every problem at an existing entry', () => {
    fc.assert(
      fc.property(order, sources, (groups, list) => {
        for (const [, , group, , index] of pathsOf(resolution(groups, list))) {
          expect(groups[Number(group)]?.[Number(index)]).not.to.equal(undefined);
        }
      }),
      RUNS,
    );
  });
});

describe('properties of versions', () => {
  const part = fc.constantFrom('0', '1', '10', '9', 'a', 'b', '-', 'a1');
  const anyVersion = fc
    .tuple(
      fc.constantFrom('', 'v'),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.nat(3),
      fc.array(part, { maxLength: 3 }),
    )
    .map(
      ([prefix, major, minor, label]) => `${prefix}${major}.${minor}${label.length > 0 ? '-' : ''}${label.join('.')}`,
    );

  it('have a total order', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        expect(compared(a, b)).to.equal(0 - compared(b, a));
        if (compared(a, b) <= 0 && compared(b, c) <= 0) expect(compared(a, c)).to.be.at.most(0);
      }),
      RUNS,
    );
  });
});

function turnedBy<Item>(items: readonly Item[], turn: number): readonly Item[] {
  const start = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function isInReach({ resource }: BuildpackSource): boolean {
  switch (resource.kind) {
    case 'Buildpack':
      return resource.namespace === NAMESPACE;
    case 'ClusterBuildpack':
      return true;
    case 'ClusterStore':
      return resource.name === 'some-store';
    case 'image':
      return false;
  }
}

function pathsOf(result: Resolution) {
  return result.kind === 'resolved' ? [] : result.problems.flatMap(({ paths }) => paths);
}

function compared(a: string, b: string): number {
  const [one, other] = [parseVersion(a), parseVersion(b)];
  if (one === undefined || other === undefined) throw new Error(`${a} or ${b} is no version`);
  return compareVersions(one, other);
}
