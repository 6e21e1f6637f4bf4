import { expect } from 'chai';

/** Controllers at work, of which is known what they wrote. */
export interface AtWork {
  readonly writes: readonly string[];
  readonly settled: () => Promise<void>;
  /** Lets everything be looked at once more. */
  readonly again: () => Promise<void>;
}

/** A look at what has not changed writes nothing. */
export async function expectNothingNew({ writes, settled, again }: AtWork): Promise<void> {
  await settled();
  const before = [...writes];
  await again();
  expect(writes).to.deep.equal(before);
}

/** Looks at everything once more after each test. */
export function looksTwice(atWork: () => AtWork | undefined): void {
  afterEach('a second look writes nothing', async () => {
    const controllers = atWork();
    if (controllers === undefined) throw new Error('the tests have not begun');
    await expectNothingNew(controllers);
  });
}
