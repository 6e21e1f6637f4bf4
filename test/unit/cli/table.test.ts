import { expect } from 'chai';
import { formatRows, type TableColumn } from '../../../src/cli/table.ts';

type Row = readonly [string, string];

function columns(isCut: boolean): readonly TableColumn<Row>[] {
  return [
    { head: 'A', cell: ([first]) => first, ...(isCut && { isCut: true }) },
    { head: 'B', cell: ([, second]) => second },
  ];
}

describe('a table', () => {
  it('escapes control characters, so that a cell stays on its line', () => {
    expect(formatRows(columns(false), [['1.0\u001b[2J\n', 'x\u0085\u202e']])).to.equal(
      'A                B\n1.0\\u001b[2J\\n   x\\u0085\\u202e\n',
    );
  });

  it('cuts the cells of cut columns to its width', () => {
    expect(formatRows(columns(true), [['long enough', 'x']], 12)).to.equal('A          B\nlong en…   x\n');
    expect(formatRows(columns(false), [['long enough', 'x']], 12)).to.equal('A             B\nlong enough   x\n');
  });

  it('colours padded cells, so that colours do not change the widths', () => {
    const painted = columns(false).map((column) => ({ ...column, paint: (text: string) => `<${text}>` }));
    expect(formatRows(painted, [['a', 'b']])).to.equal('A   B\n<a>   <b>\n');
  });
});
