import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordedChanges } from '../../../../src/cli/dashboard/changes.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';

describe('changes of a feed', () => {
  it('that come together count as one, and none is lost', async () => {
    const changes = recordedChanges(10, SYSTEM_CLOCK, new AbortController().signal);
    changes.record();
    changes.record();
    await changes.next();
    const late = changes.next().then(() => 'changed');
    expect(await Promise.race([late, sleep(50, 'nothing')])).to.equal('nothing');
    changes.record();
    expect(await late).to.equal('changed');
  });

  it('are not awaited longer than the limit, or than the signal allows', async () => {
    const stop = new AbortController();
    const changes = recordedChanges(1, SYSTEM_CLOCK, stop.signal);
    await changes.next(10);
    const aborted = changes.next().catch((error: Error) => error.name);
    stop.abort();
    expect(await aborted).to.equal('AbortError');
  });
});
