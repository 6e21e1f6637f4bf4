import { expect } from 'chai';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { prepareStepOrder } from '../../../../src/steps/prepare/step-order.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('prepare: the order of steps', () => {
  let workspace: Workspace;
  const at = (...names: readonly string[]): string => path.join(workspace.path, ...names);
  const prepareIt = async (): Promise<void> =>
    prepareStepOrder({
      tokens: at('tokens'),
      waiter: at('bin/taskpack-entrypoint'),
      waiterDirectory: at('waiter'),
    });

  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({ 'bin/taskpack-entrypoint': 'program' });
  });
  afterEach(() => workspace.remove());

  it('gives each phase a token of its own, with a copy elsewhere, that no other user can read', async () => {
    for (const name of ['detect', 'build', 'copies/detect', 'copies/build'])
      mkdirSync(at('tokens', name), { recursive: true });
    await prepareIt();
    const tokens = ['detect', 'build'].map((phase) => readFileSync(at('tokens', phase, 'token'), 'utf8'));
    expect(tokens[0]).to.match(/^[0-9a-f]{64}$/);
    expect(tokens[1]).to.match(/^[0-9a-f]{64}$/);
    expect(tokens[0]).not.to.equal(tokens[1]);
    expect(['detect', 'build'].map((phase) => readFileSync(at('tokens/copies', phase, 'copy'), 'utf8'))).to.deep.equal(
      tokens,
    );
    expect(statSync(at('tokens/build/token')).mode & 0o777).to.equal(0o600);
    expect(statSync(at('tokens/copies/build/copy')).mode & 0o777).to.equal(0o600);
    expect(readFileSync(at('waiter/taskpack-entrypoint'), 'utf8')).to.equal('program');
  });

  it('is kept by a waiter that is there already, which prepare cannot replace', async () => {
    mkdirSync(at('tokens/copies/build'), { recursive: true });
    mkdirSync(at('tokens/build'));
    workspace.write({ 'waiter/taskpack-entrypoint': 'running' });
    await prepareIt();
    expect(readFileSync(at('waiter/taskpack-entrypoint'), 'utf8')).to.equal('running');
    expect(readFileSync(at('tokens/build/token'), 'utf8')).to.equal(
      readFileSync(at('tokens/copies/build/copy'), 'utf8'),
    );
  });

  it('is that of the kubelet in Pods with init containers, which have no volume for tokens', async () => {
    await prepareIt();
    expect(existsSync(at('tokens'))).to.equal(false);
    expect(existsSync(at('waiter'))).to.equal(false);
  });
});
