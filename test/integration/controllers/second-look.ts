import { expect } from 'chai';

/** Running controllers with a record of their writes. */
export interface AtWork {
  readonly writes: readonly string[];
  readonly settled: () => Promise<void>;
  /** Reconciles everything again. */
  readonly again: () => Promise<void>;
}

/** A reconcile of an unchanged object writes nothing. */
export async function expectNothingNew({ writes, settled, again }: AtWork): Promise<void> {
  await settled();
  const before = writes.length;
  await again();
  expect(writes.slice(before)).to.deep.equal([]);
}

/** Reconciles everything again after each test. */
export function looksTwice(atWork: () => AtWork | undefined): void {
  afterEach('a second look writes nothing', async () => {
    const controllers = atWork();
    if (controllers === undefined) throw new Error('the tests have not begun');
    await expectNothingNew(controllers);
  });
}
