import { expect } from 'chai';
import { parseList } from '../../../../../src/clients/kube/client/parse-list.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { listOf, thing } from '../some-objects.ts';

const parse = async (list: unknown): Promise<unknown> => parseList(Buffer.from(JSON.stringify(list)));

describe('parsing a list', () => {
  for (const [what, list] of [
    ['of objects', listOf('11', thing('a', '1'), thing('b', '2'))],
    ['without objects', listOf('11')],
    ['of null, as some servers send it,', { ...listOf('11'), items: null }],
  ] as const) {
    it(`${what} gives the value of its JSON`, async () => {
      expect(await parse(list)).to.deep.equal(list);
    });
  }

  it('of many bytes lets other work run', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const list = listOf(
      '11',
      ...Array.from({ length: 20 }, (_, place) => thing(`a-${place}`, '1', { of: 'x'.repeat(65_536) })),
    );
    expect(await parse(list)).to.deep.equal(list);
    clearImmediate(next);
    expect(turns).to.be.greaterThan(15);
  });

  const whole = JSON.stringify(listOf('11', thing('a', '1')));
  for (const [what, text] of [
    ['is cut within an object', whole.slice(0, -10)],
    ['is cut after its objects', whole.slice(0, -1)],
    ['is empty', ''],
  ] as const) {
    it(`fails if the text ${what}`, async () => {
      expect(await rejection(parseList(Buffer.from(text)))).to.be.instanceOf(SyntaxError);
    });
  }
});
