import { expect } from 'chai';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { withWaitingNote } from '../../../../src/cli/registry/waiting-note.ts';

describe('withWaitingNote', () => {
  it('notes on a terminal that the command waits', async () => {
    const errors = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 1 });
    const noted = once(errors, 'data');
    // The work ends only after the note.
    const result = await withWaitingNote(errors, async () => String((await noted)[0]), 1);
    expect(result).to.equal('note: waiting for a registry\n');
  });

  it('prints nothing on other streams', async () => {
    const errors = new PassThrough();
    await withWaitingNote(errors, async () => new Promise((resolve) => setTimeout(resolve, 20)), 1);
    expect(errors.read()).to.equal(null);
  });
});
