import { expect } from 'chai';
import type { ListedDifference } from './listed-differences.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

/** Declares the test that a part of docs/reference/kpack-differences.md lists these differences, and describes each in three cells. */
export function testListed(listed: readonly ListedDifference[], differences: readonly { readonly id: string }[]): void {
  it("documents every difference with kpack's behaviour, taskpack's behaviour and the reason", () => {
    expect(listed.map(({ id }) => id)).to.have.members([...new Set(differences.map(({ id }) => id))]);
    const incomplete = listed.filter(({ cells }) => cells.length !== 3 || cells.includes(''));
    expect(incomplete).to.deep.equal([]);
  });
}

/** Declares the test that the tests before it have used each recorded answer of a program. */
export function testUsed({ unused }: Pick<RecordedAnswers<never, unknown>, 'unused'>): void {
  it('records no answer without a question: npm run record:kpack removes them', () => {
    expect(unused()).to.deep.equal([]);
  });
}
