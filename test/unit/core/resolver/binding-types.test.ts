import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, someSecret, type TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const SERVICE = {
  spec: { services: [{ apiVersion: 'v1', kind: 'Secret', name: 'bound' }] },
  word: 'service',
  path: 'spec.services[0]',
};

const PROVISIONED = {
  spec: { services: [{ apiVersion: 'db.example.com/v1', kind: 'Database', name: 'orders' }] },
  word: 'service',
  path: 'spec.services[0]',
};

const DATABASE = {
  value: {
    apiVersion: 'db.example.com/v1',
    kind: 'Database',
    metadata: { name: 'orders' },
    status: { binding: { name: 'bound' } },
  },
};

const CNB = {
  spec: { bindings: [{ name: 'orders', metadataRef: { name: 'metadata' }, secretRef: { name: 'bound' } }] },
  word: 'binding',
  path: 'spec.cnbBindings[0]',
};

const REFUSED = [
  'kubernetes.io/service-account-token',
  'bootstrap.kubernetes.io/token',
  'helm.sh/release.v1',
  'helm.sh/release.v2',
];

const ACCEPTED = [
  'Opaque',
  'servicebinding.io/postgresql',
  'kubernetes.io/tls',
  'kubernetes.io/basic-auth',
  'kubernetes.io/dockerconfigjson',
];

describe('a Build that binds a Secret', () => {
  for (const type of REFUSED) {
    it(`is refused if the type is ${type}`, () => {
      const why = `uses secret "bound" of type ${type}, which gives access to the cluster: bind a Secret with only what the buildpacks need`;
      const says = (
        name: string,
        { word, path }: { readonly word: string; readonly path: string },
      ): readonly string[] => [`error: ${path}: build rejected: ${word} "${name}" ${why}`];
      expect(problemsOf(someBuild(SERVICE.spec), type)).to.deep.equal(says('bound', SERVICE));
      expect(problemsOf(someBuild(PROVISIONED.spec), type)).to.deep.equal(says('orders', PROVISIONED));
      expect(problemsOf(inV1alpha1(CNB.spec), type)).to.deep.equal(says('orders', CNB));
    });
  }

  for (const type of ACCEPTED) {
    it(`is translated if the type is ${type}`, () => {
      expect(problemsOf(someBuild(SERVICE.spec), type)).to.deep.equal([]);
      expect(problemsOf(inV1alpha1(CNB.spec), type)).to.deep.equal([]);
    });
  }
});

function inV1alpha1(spec: Readonly<Record<string, unknown>>): TestDocument {
  return { value: { ...(someBuild(spec).value as object), apiVersion: 'kpack.io/v1alpha1' } };
}

function problemsOf(build: TestDocument, type: string): readonly string[] {
  const documents = [build, someAccount(), someFacts(), someSecret('bound', { type }), DATABASE];
  const { problems } = translate(documents, someOptions());
  return problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}
