import { expect } from 'chai';
import path from 'node:path';
import { refuseExposedSecrets } from '../../../../src/steps/prepare/exposed-secrets.ts';
import { PrepareError } from '../../../../src/core/model/step-failures/step-error.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('prepare: Secrets that Tekton mounts into every step', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  const failure = async (): Promise<unknown> =>
    refuseExposedSecrets(path.join(workspace.path, 'creds-secrets')).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('make prepare fail before any buildpack runs', async () => {
    workspace.write({ 'creds-secrets/registry/.dockerconfigjson': '{}', 'creds-secrets/git/password': 'x' });
    const error = await failure();
    expect(error).to.be.instanceOf(PrepareError).and.to.include({ code: 'CredentialsExposed' });
    expect(String(error)).to.contain('(git, registry)').and.to.contain('disable-creds-init');
  });

  it('make prepare fail if there is only one', async () => {
    workspace.write({ 'creds-secrets/git/password': 'x' });
    expect(String(await failure())).to.contain('(git)');
  });

  it('are not there in a Pod of the native backend', async () => {
    expect(await failure()).to.equal(undefined);
  });
});
