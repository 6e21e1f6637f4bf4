import { expect } from 'chai';
import { formatTable } from '../../../../src/cli/resolve/resolution-table.ts';

describe('tables for people', () => {
  it('escape control sequences in buildpack names', () => {
    expect(formatTable(['A', 'B'], [['1.0\u001b[2J\n', 'x\u0085\u202e']])).to.equal(
      ['A                B', String.raw`1.0\u001b[2J\n   x\u0085\u202e`, ''].join('\n'),
    );
  });
});
