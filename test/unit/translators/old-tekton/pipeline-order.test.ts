import { expect } from 'chai';
import { circles } from '../../../../translators/old-tekton/pipeline-order.ts';
import type { LinkedTask } from '../../../../translators/old-tekton/pipeline-tasks.ts';

/** More than any real Pipeline has. A search that copies its paths takes minutes. */
const MANY = 3000;

function chain(length: number): readonly LinkedTask[] {
  return Array.from({ length }, (_, index) => ({
    task: { name: `t${index}`, ...(index + 1 < length && { runAfter: [`t${index + 1}`] }) },
    path: ['spec', 'tasks', index],
    bindings: [],
  })) as unknown as readonly LinkedTask[];
}

describe('circles of tasks', () => {
  it('are found in a long chain in reasonable time', () => {
    expect(circles(chain(MANY))).to.deep.equal([]);
  });

  it('are reported once, from the first task on', () => {
    const [first, second, ...others] = chain(4);
    const closed = [first, second, ...others].map((linked, index) =>
      index === 3 && linked !== undefined ? { ...linked, task: { ...linked.task, runAfter: ['t1'] } } : linked,
    ) as readonly LinkedTask[];
    expect(circles(closed).map(({ message }) => message)).to.deep.equal([
      'the task waits for itself: "t1" after "t2" after "t3" after "t1"; remove one of these from or runAfter',
    ]);
  });
});
