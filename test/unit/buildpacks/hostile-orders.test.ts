import { expect } from 'chai';
import { traverse } from '../../../src/buildpacks/buildpack-graph.ts';

describe('a hostile order', () => {
  it('gets its first 20 cycles, of 2,000 that are up to 2,000 buildpacks long', () => {
    const last = 2_000;
    const { nodes, cycles } = traverse([0], (node) => (node < last ? [node + 1, 0] : [0]));
    expect(nodes).to.have.length(last + 1);
    expect(cycles).to.have.length(20);
    expect(cycles[0]).to.have.length(last + 1);
  });
});
