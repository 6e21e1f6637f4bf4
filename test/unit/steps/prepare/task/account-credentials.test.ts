import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkAccountCredentials } from '../../../../../src/steps/prepare/task/account-credentials.ts';

describe('the Secrets of the ServiceAccount that Tekton mounts into every step of a Task', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-account-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const check = async (
    operation: 'build' | 'rebase',
    allowAccountCredentials?: string,
  ): Promise<{ readonly log: readonly string[]; readonly error: unknown }> => {
    const log: string[] = [];
    const dependencies = { tektonSecrets: path.join(folder, 'secrets'), log: (line: string) => void log.push(line) };
    const args = { operation, allowAccountCredentials, accountCredentials: path.join(folder, '.docker') };
    const error = await checkAccountCredentials(dependencies, args).catch((thrown: unknown) => thrown);
    return { log, error };
  };

  it('make a build fail, also if none is a docker config', async () => {
    mkdirSync(path.join(folder, 'secrets/git-login'), { recursive: true });
    for (const allowed of [undefined, 'false', 'yes']) {
      const { error } = await check('build', allowed);
      expect(error).to.have.property('code', 'CredentialsExposed');
      expect(error).to.have.property('message').that.contains('(git-login)');
    }
  });

  it('are a warning if the run allows them', async () => {
    mkdirSync(path.join(folder, 'secrets/git-login'), { recursive: true });
    const { log, error } = await check('build', 'true');
    expect(error).to.equal(undefined);
    expect(log.join()).to.contain('warning: buildpacks can read the Secrets (git-login)');
  });

  it('do not matter to a rebase, which runs no buildpacks, nor if there are none', async () => {
    expect((await check('build')).error).to.equal(undefined);
    mkdirSync(path.join(folder, 'secrets/git-login'), { recursive: true });
    expect(await check('rebase')).to.deep.equal({ log: [], error: undefined });
  });
});
