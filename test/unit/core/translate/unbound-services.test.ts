import { expect } from 'chai';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

/** Returns the translation of a Build that binds a service with this status. */
function translationWith(status: object): { readonly manifests: readonly unknown[]; readonly problems: unknown } {
  const service = { apiVersion: 'db.example.com/v1', kind: 'Database' };
  const documents = [
    someBuild({ services: [{ ...service, name: 'orders' }] }),
    { value: { ...service, metadata: { name: 'orders' }, status } },
    someAccount(),
    someFacts(),
  ];
  const { manifests, problems } = translate(documents, someOptions());
  return { manifests: [...manifests], problems };
}

const UNBOUND = [{ binding: {} }, { binding: { name: '' } }, { binding: { name: 1 } }];

describe('a Build that binds a service whose provider has not created the Secret', () => {
  it('is translated without the binding, and without a problem', () => {
    const { manifests, problems } = translationWith({});
    expect(problems).to.deep.equal([]);
    expect(manifests).to.have.length.greaterThan(0);
    expect(JSON.stringify(manifests)).not.to.include('bindings/orders');
  });

  it('gets the binding when the status names the Secret', () => {
    const { manifests, problems } = translationWith({ binding: { name: 'login' } });
    expect(problems).to.deep.equal([]);
    expect(JSON.stringify(manifests)).to.include('bindings/orders');
  });

  for (const status of UNBOUND) {
    it(`gives the same workload with the status ${JSON.stringify(status)}`, () => {
      expect(translationWith(status)).to.deep.equal(translationWith({}));
    });
  }
});
