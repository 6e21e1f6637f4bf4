import { expect } from 'chai';
import { formatProblem } from '../../../src/model/problem.ts';
import { translate } from '../../../src/translate/translate.ts';
import { someAccount, someBuild, someFacts, someImage, type TestDocument } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';

describe('documents that cannot be read', () => {
  it('are not reported as missing by Builds that refer to them', () => {
    const documents = [someBuild(), someAccount(), someFacts({ uid: 'many' })];
    expect(lines(documents)).to.deep.equal(['uid: expected an integer, found the string "many"']);
  });

  it('do not hide the problems of other Builds', () => {
    const documents = [someImage({ tag: 1 }), someBuild({ activeDeadlineSeconds: 0 }), someAccount(), someFacts()];
    expect(lines(documents)).to.deep.equal([
      'spec.tag: expected a string, found the number 1',
      'spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
    ]);
  });
});

describe('a status', () => {
  it('may have fields of later versions', () => {
    const { value } = someBuild();
    const status = {
      podName: 'x',
      backend: 'tekton',
      stack: { id: 's', later: 1 },
      conditions: [{ type: 'Succeeded', status: 'True', later: 1 }],
    };
    expect(lines([{ value: { ...(value as object), status } }, someAccount(), someFacts()])).to.deep.equal([]);
  });
});

function lines(documents: readonly TestDocument[]): readonly string[] {
  return translate(documents, someOptions()).problems.map(formatProblem);
}
