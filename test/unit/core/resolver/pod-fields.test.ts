import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { POD_FIELD_CASES } from '../../../support/pod-field-cases.ts';
import { someOptions } from '../../../support/translation-of.ts';

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

  it('a fraction of a byte is warned of, as kubectl does', () => {
    const warning = 'spec.resources.requests.memory: fractional byte value';
    expect(warnings('512m')).to.deep.equal([
      `${warning} "512m" is invalid, must be an integer: m is a thousandth; for mebibytes, write 512Mi`,
    ]);
    expect(warnings('0.5')).to.deep.equal([`${warning} "0.5" is invalid, must be an integer: write whole bytes`]);
    for (const whole of ['512Mi', '2000m', '0.5Gi']) expect(warnings(whole)).to.deep.equal([]);
  });
});

function warnings(memory: string): readonly string[] {
  const build = someBuild({ resources: { requests: { memory }, limits: { 'ephemeral-storage': '1Gi' } } });
  const { problems } = translate([build, someAccount(), someFacts()], someOptions({ to: 'pod' }));
  return problems.filter(({ severity }) => severity === 'warning').map(formatProblem);
}
