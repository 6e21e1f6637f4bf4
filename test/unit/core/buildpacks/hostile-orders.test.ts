import { expect } from 'chai';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import { traverse } from '../../../../src/core/buildpacks/buildpack-graph.ts';
import { problemsOf, resolution, someMeta, someSource } from './some-buildpacks.ts';

const entries = (count: number): readonly OrderEntry[] =>
  Array.from({ length: count }, () => ({ id: 'a', version: '>=1' }));

/** Returns an id of 100 characters. */
function longId(place: number): string {
  return `${'x'.repeat(92)}${String(place).padStart(8, '0')}`;
}

/** Returns an id that differs from all others at ten places or more. */
function distinctId(place: number): string {
  return String(place + 1_000).repeat(10);
}

/** Returns the CPU time in milliseconds. Compilation and garbage collection count as well, so the fastest of some runs counts. */
function fastestMs(work: () => void): number {
  const times = Array.from({ length: 4 }, () => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1_000;
  });
  return Math.min(...times);
}

describe('a hostile order', () => {
  it('gets its first 20 cycles, of 2,000 that are up to 2,000 buildpacks long', () => {
    const last = 2_000;
    const { nodes, cycles } = traverse([0], (node) => (node < last ? [node + 1, 0] : [0]));
    expect(nodes).to.have.length(last + 1);
    expect(cycles).to.have.length(20);
    expect(cycles[0]).to.have.length(last + 1);
  });

  it('is refused at the entry that selects from the 50,001st version', () => {
    const versions = Array.from({ length: 500 }, (_, place) => `a@1.0.${place}`);
    const sources = [someSource('ClusterStore', 'some-store', ...versions)];
    expect(problemsOf(resolution([entries(100)], sources))).to.deep.equal([]);
    const large = resolution([entries(5_000)], sources);
    expect(large.entries).to.have.length(100);
    expect(problemsOf(large)).to.deep.equal([
      'spec.order[0].group[100]: the entries up to this one select from more than 50000 versions of buildpacks: use fewer entries, or delete old versions from the stores',
    ]);
  });

  it('holds the event loop for less than 100 ms if its ranges have many alternatives', () => {
    const versions = Array.from({ length: 1_000 }, (_, place) => `a@1.0.0-${'a.'.repeat(110)}${place}`);
    const order = [Array.from({ length: 50 }, () => ({ id: 'a', version: `${'>1||'.repeat(60)}>2` }))];
    const sources = [someSource('Buildpack', 'p', ...versions)];
    expect(fastestMs(() => void resolution(order, sources))).to.be.lessThan(100);
  });

  it('gets the first 100 problems of its buildpacks, each at 100 entries', () => {
    const children = Array.from({ length: 500 }, (_, place) => `missing-${place}@1.0.0`);
    const sources = [someSource('ClusterStore', 'some-store', someMeta('parent@1.0.0', ...children))];
    const refused = resolution([Array.from({ length: 2_000 }, () => ({ id: 'parent' }))], sources);
    const problems = refused.kind === 'refused' ? refused.problems : [];
    expect(problems).to.have.length(100);
    expect(new Set(problems.map(({ paths }) => paths.length))).to.deep.equal(new Set([100]));
  });

  it('gets suggestions for three of its ids if there are 1,000 buildpacks, because 3,000 ids are compared', () => {
    const ids = Array.from({ length: 1_000 }, (_, place) => distinctId(place));
    const order = [[0, 1, 2, 3].map((place) => ({ id: `${distinctId(place)}x` }))];
    const problems = problemsOf(resolution(order, [someSource('Buildpack', 'p', ...ids.map((id) => `${id}@1.0.0`))]));
    expect(problems.map((problem) => problem.includes('did you mean'))).to.deep.equal([true, true, true, false]);
  });

  it('holds the event loop for less than 100 ms if it names ids that are similar to 1,000 long ones', () => {
    const sources = [
      someSource('Buildpack', 'p', ...Array.from({ length: 1_000 }, (_, place) => `${longId(place)}@1.0.0`)),
    ];
    const order = [Array.from({ length: 50 }, (_, place) => ({ id: `${longId(place).slice(0, -3)}zzz` }))];
    expect(fastestMs(() => void resolution(order, sources))).to.be.lessThan(100);
  });

  it('holds the event loop for less than 100 ms if 500 composite buildpacks contain one with 500 versions', () => {
    const versions = Array.from({ length: 500 }, (_, place) => `x@1.0.${place}`);
    const composites = Array.from({ length: 499 }, (_, place) => someMeta(`c${place}@1.0.0`, 'x'));
    const top = someMeta('top@1.0.0', ...composites.map(({ id }) => `${id}@1.0.0`));
    const sources = [someSource('Buildpack', 'p', top, ...composites, ...versions)];
    const result = resolution([[{ id: 'top' }]], sources);
    expect(problemsOf(result)).to.deep.equal([]);
    expect(fastestMs(() => void resolution([[{ id: 'top' }]], sources))).to.be.lessThan(100);
  });

  it('holds the event loop for less than 100 ms if it contains 500 versions that 100 resources have', () => {
    const versions = Array.from({ length: 500 }, (_, place) => `x@1.0.${place}`);
    const sources = Array.from({ length: 100 }, (_, place) =>
      someSource('Buildpack', `p${place}`, someMeta('top@1.0.0', ...versions), ...versions),
    );
    const result = resolution([[{ id: 'top' }]], sources);
    expect(problemsOf(result)).to.deep.equal([]);
    expect(fastestMs(() => void resolution([[{ id: 'top' }]], sources))).to.be.lessThan(100);
  });
});
