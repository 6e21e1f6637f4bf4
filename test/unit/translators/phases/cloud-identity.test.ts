import { expect } from 'chai';
import {
  identityAnnotations,
  identityLabels,
  phasesWithoutIdentity,
} from '../../../../translators/phases/cloud-identity.ts';

const [WITH, WITHOUT] = [{ workloadIdentity: true }, { workloadIdentity: false }];
const EXCLUDED = {
  'eks.amazonaws.com/skip-containers': 'detect,build',
  'azure.workload.identity/skip-containers': 'detect;build',
};

describe('labels and annotations about cloud identities', () => {
  it('exclude containers if the workload runs as the account of the Build', () => {
    expect(identityAnnotations(WITHOUT, 'build', ['detect', 'build'])).to.deep.equal(EXCLUDED);
    expect(identityAnnotations(WITH, 'isolated', ['detect', 'build'])).to.deep.equal(EXCLUDED);
  });

  it('are not needed if the workload runs as the isolated account', () => {
    expect(identityAnnotations(WITHOUT, 'isolated', ['detect', 'build'])).to.deep.equal({});
    expect(identityLabels(WITHOUT)).to.deep.equal({});
  });

  it("select the Pod for Azure's webhook if the Build may have an identity", () => {
    expect(identityLabels(WITH)).to.deep.equal({ 'azure.workload.identity/use': 'true' });
  });

  it('give an identity to prepare only', () => {
    const others = ['analyze', 'detect', 'restore', 'extend', 'build', 'export', 'create', 'rebase', 'completion'];
    const phases = ['prepare', ...others].map((name) => ({ name }) as never);
    expect(phasesWithoutIdentity(WITH, { phases })).to.deep.equal(others);
    expect(phasesWithoutIdentity(WITHOUT, { phases })).to.deep.equal(['prepare', ...others]);
  });
});
