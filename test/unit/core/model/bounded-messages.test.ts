import { expect } from 'chai';
import { boundedMessages, boundedNames } from '../../../../src/core/model/bounded-messages.ts';

const NAMES = Array.from({ length: 23 }, (_, place) => `n${place}`);

describe('the names in a message', () => {
  it('are 20 at most, of at most 500 characters each', () => {
    expect(boundedNames(NAMES.slice(0, 20))).to.equal(NAMES.slice(0, 20).join(', '));
    expect(boundedNames(NAMES)).to.equal(`${NAMES.slice(0, 20).join(', ')} and 3 more`);
    expect(boundedNames(['x'.repeat(501), 'y'])).to.equal(`${'x'.repeat(499)}…, y`);
  });
});

describe('the messages about one image or object', () => {
  it('are 20 at most, of at most 500 characters each and 3,300 bytes together', () => {
    expect(boundedMessages(NAMES)).to.deep.equal([...NAMES.slice(0, 20), 'and 3 more']);
    const long = NAMES.map((name) => name.padEnd(600, 'x'));
    expect(boundedMessages(long)[0]).to.have.length(500);
    // The ellipsis has three bytes, so each message has 502.
    expect(boundedMessages(long)).to.have.length(7);
    expect(boundedMessages(long).at(-1)).to.equal('and 17 more');
  });
});
