import { COMMAND, PHASES, polledChain, startSeries, watchedChain } from './chain.mjs';
import { median, report, spread } from './figures.mjs';

const RUNS = 100;
const POLLED_RUNS = 20;
const AIM = 15;

const WHAT = `${PHASES} waiters are idle. A run of ${COMMAND} leaves the mark that the first waits for; each runs ${COMMAND} and leaves the
mark that the next waits for. Times are between the marks' finishedAt, which is when ${COMMAND} has ended and just before
the mark appears: ${PHASES} hand-offs and commands from the first of the ${PHASES + 1} marks on, ${PHASES - 1} from the first phase's. Those that look once a
second were started at random moments of one second. The commands alone are started by a program, one after the other.`;

/** How long it takes from phase to phase, beside waiters that look once a second, and beside no waiters. */
export async function reportHandOffs(workshop, { waiter, poller, series }) {
  const watched = [];
  const bare = [];
  // By turns, so that both meet the same machine.
  for (let run = 0; run < RUNS; run += 1) {
    watched.push(await watchedChain(workshop, waiter));
    bare.push(startSeries(series));
  }
  // They sleep nearly all the time, so that they can do so side by side.
  const polled = await Promise.all(Array.from({ length: POLLED_RUNS }, () => polledChain(workshop, poller)));
  console.log(WHAT);
  const [all, allPolled] = [watched, polled].map((chains) => chains.map((chain) => chain.all));
  reportTimes(`${PHASES} hand-offs`, all, `aim: at most ${AIM}`);
  reportTimes('- looking once a second', allPolled, `${ratio(allPolled, all)} times as long`);
  reportTimes('- the commands alone', bare, `the hand-offs take ${ratio(all, bare)} times as long`);
  const [between, betweenPolled] = [watched, polled].map((chains) => chains.map((chain) => chain.betweenPhases));
  reportTimes("from the first phase's mark to the last", between, `${PHASES - 1} hand-offs`);
  reportTimes('- looking once a second', betweenPolled, `${ratio(betweenPolled, between)} times as long`);
}

function reportTimes(name, times, ...remarks) {
  report(`${name}, ms`, median(times).toFixed(1), ...remarks, spread(times));
}

function ratio(times, others) {
  return (median(times) / median(others)).toFixed(1);
}
