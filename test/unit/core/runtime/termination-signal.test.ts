import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import { terminationSignal, type SignalSource } from '../../../../src/core/runtime/termination-signal.ts';

describe('the termination signal', () => {
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    it(`is aborted by ${name} and leaves the next signal to Node.js`, () => {
      const source = new EventEmitter();
      const signal = terminationSignal(source as SignalSource);
      expect(signal.aborted).to.equal(false);
      source.emit(name);
      expect(signal.aborted).to.equal(true);
      expect(source.eventNames()).to.deep.equal([]);
    });
  }
});
