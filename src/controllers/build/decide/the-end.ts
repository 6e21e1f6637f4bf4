import { causeOfEnd } from './cause-of-end.ts';
import { isCompleted } from './completed.ts';
import { runsSidecar } from './foreign.ts';
import type { Rule } from './rule.ts';

/**
 * A Build has succeeded once completion has. A classic sidecar would let its Pod run on: it is stopped first, for nobody
 * looks at a Build that has ended.
 */
export const theEnd: Rule = ({ pod, observation }) => {
  const { progress, stop } = pod;
  const { kind } = progress.state;
  const isOver = kind === 'succeeded' || kind === 'failed';
  if (kind === 'succeeded' || isCompleted(progress)) {
    const runsOn = !isOver && stop === undefined && runsSidecar(progress);
    return runsOn ? { kind: 'stop', workload: pod } : { kind: 'succeed', workload: pod };
  }
  if (!isOver) return undefined;
  return { kind: 'fail', cause: causeOfEnd(pod, observation), workload: pod };
};
