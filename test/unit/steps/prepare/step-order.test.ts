import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

  const found: Readonly<Record<string, (copy: string) => void>> = {
    'another program': (copy) => writeFileSync(copy, 'hostile', { mode: 0o777 }),
    'a program that nobody may write': (copy) => writeFileSync(copy, 'hostile', { mode: 0o444 }),
    'a link to a file': (copy) => symlinkSync(at('victim'), copy),
    'a link to nothing': (copy) => symlinkSync(at('nothing'), copy),
    'a link to a directory': (copy) => symlinkSync(at('tokens'), copy),
    'a hard link': (copy) => linkSync(at('victim'), copy),
    'the same waiter': (copy) => writeFileSync(copy, 'program', { mode: 0o555 }),
  };
  for (const [title, place] of Object.entries(found)) {
    it(`is kept by the waiter of the steps image, although ${title} has its name`, async () => {
      mkdirSync(at('tokens/copies/build'), { recursive: true });
      mkdirSync(at('tokens/build'));
      workspace.write({ victim: 'untouched', 'waiter/other': '' });
      place(at('waiter/taskpack-entrypoint'));
      await prepareIt();
      const copy = lstatSync(at('waiter/taskpack-entrypoint'));
      expect([copy.isFile(), copy.nlink, copy.mode & 0o777]).to.deep.equal([true, 1, 0o555]);
      expect(readFileSync(at('waiter/taskpack-entrypoint'), 'utf8')).to.equal('program');
      expect(readFileSync(at('victim'), 'utf8')).to.equal('untouched');
      expect(existsSync(at('nothing'))).to.equal(false);
      expect(readdirSync(at('waiter')).toSorted()).to.deep.equal(['other', 'taskpack-entrypoint']);
    });
  }

  it('fails if a directory has the name of the waiter', async () => {
    mkdirSync(at('tokens/copies'), { recursive: true });
    mkdirSync(at('waiter/taskpack-entrypoint'), { recursive: true });
    expect(await prepareIt().catch((error: unknown) => (error as NodeJS.ErrnoException).code)).to.equal('EISDIR');
    expect(readdirSync(at('waiter'))).to.deep.equal(['taskpack-entrypoint']);
  });

  it('replaces a waiter while a process runs it', async () => {
    mkdirSync(at('tokens/copies'), { recursive: true });
    mkdirSync(at('waiter'));
    copyFileSync('/usr/bin/sleep', at('waiter/taskpack-entrypoint'));
    const running = spawn(at('waiter/taskpack-entrypoint'), ['60']);
    await once(running, 'spawn');
    await prepareIt();
    expect(readFileSync(at('waiter/taskpack-entrypoint'), 'utf8')).to.equal('program');
    running.kill();
  });

  it('is that of the kubelet in Pods with init containers, which have no volume for tokens', async () => {
    await prepareIt();
    expect(existsSync(at('tokens'))).to.equal(false);
    expect(existsSync(at('waiter'))).to.equal(false);
  });
});
