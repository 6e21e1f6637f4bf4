import { expect } from 'chai';
import * as fc from 'fast-check';
import { Fifo } from '../../../src/runtime/fifo.ts';

describe('a line of items', () => {
  it('behaves as an array of which the first is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer(), { nil: undefined })), (steps) => {
        const line = new Fifo<number>();
        const array: number[] = [];
        for (const step of steps) {
          if (step === undefined) expect(line.shift()).to.equal(array.shift());
          else {
            line.push(step);
            array.push(step);
          }
          expect(line.size()).to.equal(array.length);
        }
      }),
    );
  });
});
