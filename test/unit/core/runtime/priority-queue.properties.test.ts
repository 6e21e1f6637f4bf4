import { expect } from 'chai';
import * as fc from 'fast-check';
import { PriorityQueue, type Priority } from '../../../../src/core/runtime/priority-queue.ts';

interface Item {
  readonly group: string;
  readonly priority: Priority;
}

const item: fc.Arbitrary<Item> = fc.record({
  group: fc.constantFrom('a', 'b', 'c', 'd'),
  priority: fc.constantFrom<Priority>('high', 'normal', 'low'),
});

describe('a priority queue of several groups', () => {
  it('takes one item from each group in turn, and the items of a group in their order', () => {
    const queue = new PriorityQueue<string>();
    for (let index = 0; index < 1000; index += 1) queue.push(`flood ${index}`, 'normal', 'loud');
    for (const name of ['x', 'y']) queue.push(name, 'normal', 'quiet');
    queue.push('z', 'normal', 'other');
    const taken = Array.from({ length: 6 }, () => queue.shift());
    expect(taken).to.deep.equal(['flood 0', 'x', 'z', 'flood 1', 'y', 'flood 2']);
  });

  it('does not use the turn of a group for an item that is not accepted', () => {
    const queue = new PriorityQueue<string>();
    for (const name of ['gone 1', 'gone 2', 'a 3']) queue.push(name, 'low', 'a');
    for (const name of ['gone 4']) queue.push(name, 'low', 'b');
    queue.push('c 5', 'low', 'c');
    const accepted = (): string | undefined => queue.shift((one) => !one.startsWith('gone'));
    expect([accepted(), accepted(), accepted()]).to.deep.equal(['a 3', 'c 5', undefined]);
  });

  it('lets each item leave within its turn, whatever the other groups add meanwhile', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), item, fc.array(item, { minLength: 1 }), (before, own, flood) => {
        const queue = new PriorityQueue<Item>();
        for (let index = 0; index < 500; index += 1)
          queue.push({ group: 'e', priority: own.priority }, own.priority, 'e');
        for (const one of before) queue.push(one, one.priority, one.group);
        queue.push(own, own.priority, own.group);
        const ahead = before.filter(({ group, priority }) => group === own.group && priority === own.priority).length;
        // Another item of the same group would only come after it, so the flood is of the other groups.
        const others = flood.map((one) => (one.group === own.group ? { ...one, group: 'e' } : one));
        const turnsOfGroup = ahead + 1;
        const groups = 5;
        const most = turnsOfGroup * groups * (own.priority === 'high' ? 2 : 16);
        let shifts = 0;
        for (let left: Item | undefined = undefined; left !== own; shifts += 1) {
          const added = others[shifts % others.length];
          if (added !== undefined) queue.push({ ...added }, added.priority, added.group);
          left = queue.shift();
          expect(shifts).to.be.at.most(most);
        }
      }),
      { numRuns: 300 },
    );
  });
});
