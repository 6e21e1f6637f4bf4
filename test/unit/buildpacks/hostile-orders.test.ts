import { expect } from 'chai';
import type { OrderEntry } from '../../../src/buildpacks/order-entry.ts';
import { traverse } from '../../../src/buildpacks/buildpack-graph.ts';
import { problemsOf, resolution, someMeta, someSource } from './some-buildpacks.ts';

const entries = (count: number): readonly OrderEntry[] =>
  Array.from({ length: count }, () => ({ id: 'a', version: '>=1' }));

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

  it('gets the first 100 problems of its buildpacks, each at 100 entries', () => {
    const children = Array.from({ length: 500 }, (_, place) => `missing-${place}@1.0.0`);
    const sources = [someSource('ClusterStore', 'some-store', someMeta('parent@1.0.0', ...children))];
    const refused = resolution([Array.from({ length: 2_000 }, () => ({ id: 'parent' }))], sources);
    const problems = refused.kind === 'refused' ? refused.problems : [];
    expect(problems).to.have.length(100);
    expect(new Set(problems.map(({ paths }) => paths.length))).to.deep.equal(new Set([100]));
  });
});
