import { expect } from 'chai';
import { eventReader } from '../../../../src/insight/dashboard/page/event-reader.ts';

const EVENTS = 'data: {"a":1}\n\n:\n\ndata: {"b":"ü"}\n\n';

describe('the events of the dashboard', () => {
  it('are read although they arrive in pieces of any length', () => {
    for (let length = 1; length <= EVENTS.length; length += 1) {
      const { read } = eventReader();
      const found: string[] = [];
      for (let at = 0; at < EVENTS.length; at += length) found.push(...read(EVENTS.slice(at, at + length)));
      expect(found).to.deep.equal(['{"a":1}', '{"b":"ü"}']);
    }
  });
});
