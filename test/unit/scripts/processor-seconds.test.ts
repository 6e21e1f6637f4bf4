import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const { processorSeconds, secondsOfEndedChildren } = require(
  path.join(ROOT, 'scripts/testing/processor-seconds.cjs'),
) as Readonly<Record<'processorSeconds' | 'secondsOfEndedChildren', () => number>>;

/** The program computes until its own processor time is this long. The wall time depends on the load of the machine. */
const SECONDS = 0.3;
const COMPUTE = `for (let used = 0; used < ${SECONDS}e6; used = process.cpuUsage().user + process.cpuUsage().system);`;
/** A tick of the times in /proc is 10 ms, and user and system time of a process lose one each at most. */
const TICKS = 0.03;

describe('the processor seconds of a process', function () {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('count those of an ended child, and of the children that it had', () => {
    const before = { all: processorSeconds(), ended: secondsOfEndedChildren() };
    const child = `${COMPUTE} require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(COMPUTE)}])`;
    expect(spawnSync(process.execPath, ['-e', child]).status).to.equal(0);
    expect(processorSeconds() - before.all).to.be.at.least(2 * SECONDS - TICKS);
    expect(secondsOfEndedChildren() - before.ended).to.be.at.least(2 * SECONDS - TICKS);
  });

  it('count those of a running child, which has not ended', async () => {
    const before = { all: processorSeconds(), ended: secondsOfEndedChildren() };
    const child = spawn(process.execPath, ['-e', `${COMPUTE} console.log('done'); setInterval(() => {}, 1000)`]);
    await once(child.stdout, 'data');
    expect(processorSeconds() - before.all).to.be.at.least(SECONDS - TICKS);
    expect(secondsOfEndedChildren()).to.equal(before.ended);
    child.kill();
    await once(child, 'exit');
    expect(secondsOfEndedChildren() - before.ended).to.be.at.least(SECONDS - TICKS);
  });

  it('count its own', () => {
    const before = { all: processorSeconds(), ended: secondsOfEndedChildren() };
    const { user, system } = process.cpuUsage();
    for (let used = 0; used < SECONDS * 1e6;) {
      const own = process.cpuUsage({ user, system });
      used = own.user + own.system;
    }
    expect(processorSeconds() - before.all).to.be.at.least(SECONDS - TICKS);
    expect(secondsOfEndedChildren()).to.equal(before.ended);
  });
});
