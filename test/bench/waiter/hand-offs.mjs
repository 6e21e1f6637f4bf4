import { COMMAND, PHASES, polledChain, startSeries, watchedChain } from './chain.mjs';
import { report } from '../report.mjs';
import { median, spread } from './figures.mjs';

const RUNS = 100;
const POLLED_RUNS = 20;
const AIM = 15;

const WHAT = `${PHASES} waiters are idle. A run of ${COMMAND} leaves the mark that the first waits for; each runs ${COMMAND} and leaves the
mark that the next waits for. Times are between the marks' finishedAt, which is when ${COMMAND} has ended and just before
the mark appears: ${PHASES} hand-offs and commands from the first of the ${PHASES + 1} marks on, ${PHASES - 1} from the first phase's. Those that look once a
second were started at random moments of one second. The commands alone are started by a program, one after the other.`;

/** Measures the time between phases, compared with polling waiters and with no waiters. */
export async function reportHandOffs(workshop, { waiter, poller, series }) {
  const watched = [];
  const bare = [];
  // In turns, so that both meet the same load of the machine.
  for (let run = 0; run < RUNS; run += 1) {
    watched.push(await watchedChain(workshop, waiter));
    bare.push(startSeries(series));
  }
  // They sleep nearly all the time, so they can run concurrently.
  const polled = await Promise.all(Array.from({ length: POLLED_RUNS }, () => polledChain(workshop, poller)));
  console.log(WHAT);
  const [all, allPolled] = [watched, polled].map((chains) => chains.map((chain) => chain.all));
  reportTimes(`${PHASES} hand-offs`, all, { atMost: AIM });
  reportTimes('- looking once a second', allPolled, { detail: `${ratio(allPolled, all)} times as long` });
  reportTimes('- the commands alone', bare, { detail: `the hand-offs take ${ratio(all, bare)} times as long` });
  const [between, betweenPolled] = [watched, polled].map((chains) => chains.map((chain) => chain.betweenPhases));
  reportTimes("from the first phase's mark to the last", between, { detail: `${PHASES - 1} hand-offs` });
  reportTimes('- looking once a second', betweenPolled, { detail: `${ratio(betweenPolled, between)} times as long` });
}

function reportTimes(name, times, { atMost, detail }) {
  const details = [detail, spread(times)].filter((text) => text !== undefined);
  report(name, median(times), { unit: 'ms', atMost, detail: details.join('; ') });
}

function ratio(times, others) {
  return (median(times) / median(others)).toFixed(1);
}
