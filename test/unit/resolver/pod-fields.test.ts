import { expect } from 'chai';
import { formatProblem } from '../../../src/model/problem.ts';
import { translate } from '../../../src/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../support/documents.ts';
import { POD_FIELD_CASES } from '../../support/pod-field-cases.ts';
import { someOptions } from '../../support/translation-of.ts';

describe('fields that the API server checks in the Pod', () => {
  for (const [field, cases] of Object.entries(POD_FIELD_CASES)) {
    it(`${field}: are refused with Kubernetes' message, or translated`, () => {
      for (const { spec, metadata, says } of cases) {
        const documents = [someBuild(spec, metadata), someAccount(), someFacts()];
        const { problems, manifests } = translate(documents, someOptions({ to: 'pod' }));
        const errors = problems.filter(({ severity }) => severity === 'error').map(formatProblem);
        expect(errors, JSON.stringify({ spec, metadata }).slice(0, 300)).to.deep.equal(says);
        expect([...manifests].some(({ kind }) => kind === 'Pod')).to.equal(says.length === 0);
      }
    });
  }
});
