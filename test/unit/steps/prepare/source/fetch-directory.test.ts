import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { copyDirectory } from '../../../../../src/steps/prepare/source/copy-directory.ts';
import { makeBudget } from '../../../../../src/steps/prepare/source/budget.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { unreadable } from '../../../../../src/steps/prepare/source/fetch-directory.ts';
import { makeWorkspace, type Workspace } from '../../../../support/workspace.ts';

const USER = { uid: 1001, gid: 1000 };

/** Does work as a user that may not read everything, also where tests are run as root. */
async function asUser<T>(work: () => Promise<T>): Promise<T> {
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  if (uid !== 0) return work();
  process.setegid?.(USER.gid);
  process.seteuid?.(USER.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(uid);
    process.setegid?.(gid);
  }
}

describe('prepare: a directory that cannot be read', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
    for (const name of ['', 'from', 'from/closed', 'to']) {
      mkdirSync(at(name), { recursive: true });
      chmodSync(at(name), 0o777);
    }
    writeFileSync(at('from/a'), 'a');
  });
  afterEach(() => {
    chmodSync(at('from/closed'), 0o777);
    workspace.remove();
  });
  const at = (name: string): string => path.join(workspace.path, name);

  async function failure(): Promise<unknown> {
    return asUser(async () =>
      copyDirectory(at('from'), at('to'), makeBudget({ bytes: 1000, entries: 10 })).then(
        () => undefined,
        async (error: unknown) => unreadable(error, USER),
      ),
    );
  }

  it('is reported with the file, its owner and the remedy', async () => {
    chmodSync(at('from/a'), 0);
    const { uid, gid } = { uid: process.geteuid?.(), gid: process.getegid?.() };
    const error = await failure();
    expect(error).to.be.instanceOf(PrepareError).with.property('code', 'SourceDenied');
    expect(error).to.have.property(
      'message',
      `the build runs as user 1001:1000, who cannot read ${at('from/a')} (the file belongs to ${uid}:${gid}, mode 0000): set podTemplate: {"securityContext":{"fsGroup":1000}} for all runs that use the volume, or run the task that wrote the file as user 1001`,
    );
  });

  it('can be a directory without permission to enter', async () => {
    if (process.geteuid?.() === 0) chownSync(at('from/closed'), 65_532, 65_532);
    chmodSync(at('from/closed'), 0);
    expect(await failure())
      .to.have.property('message')
      .that.matches(/cannot read .*\/from\/closed \(the file belongs to \d+:\d+, mode 0000\)/);
  });

  it('is a different error from a directory that is too large', async () => {
    const error = await copyDirectory(at('from'), at('to'), makeBudget({ bytes: 0, entries: 10 })).catch(
      (caught: unknown) => caught,
    );
    expect(await unreadable(error, USER)).to.equal(error);
    expect(error).to.have.property('code', 'SourceTooLarge');
  });
});

describe('prepare: a directory that another Task changes at the same time', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
    for (const name of ['secrets', 'from', 'from/folder', 'to']) mkdirSync(at(name), { recursive: true });
    writeFileSync(at('secrets/config.json'), 'hunter2');
    writeFileSync(at('from/folder/config.json'), 'public');
    writeFileSync(at('from/file'), 'public');
  });
  afterEach(() => workspace.remove());
  const at = (name: string): string => path.join(workspace.path, name);

  /** Changes the directory after its entries were listed. */
  async function copyWith(change: () => void): Promise<unknown> {
    let spent = 0;
    const budget = {
      spendEntry: () => {
        spent += 1;
        if (spent === 1) change();
      },
      spendBytes: () => undefined,
    };
    return copyDirectory(realpathSync(at('from')), at('to'), budget).catch((error: unknown) => error);
  }

  function replaceBy(name: string, target: string): void {
    rmSync(at(name), { recursive: true });
    symlinkSync(at(target), at(name));
  }

  it('gives no file behind a link that replaces a file', async () => {
    const error = await copyWith(() => replaceBy('from/file', 'secrets/config.json'));
    expect(error).to.be.instanceOf(PrepareError).with.property('message').that.includes('was replaced');
    expect(existsSync(at('to/file'))).to.equal(false);
  });

  it('gives no file behind a link that replaces a folder', async () => {
    const error = await copyWith(() => replaceBy('from/folder', 'secrets'));
    expect(error).to.be.instanceOf(PrepareError).with.property('message').that.includes('was replaced');
    expect(readdirSync(at('to/folder'))).to.deep.equal([]);
  });

  it('gives no file behind a link that replaces the directory', async () => {
    const from = realpathSync(at('from'));
    replaceBy('from', 'secrets');
    const error = await copyDirectory(from, at('to'), makeBudget({ bytes: 1000, entries: 10 })).catch(
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(PrepareError).with.property('message').that.includes('was replaced');
    expect(readdirSync(at('to'))).to.deep.equal([]);
  });

  it('does not wait for a writer of a pipe that replaces a file', async () => {
    const error = await copyWith(() => {
      rmSync(at('from/file'));
      execFileSync('sh', ['-c', 'mkfifo file'], { cwd: at('from') });
    });
    expect(error).to.be.instanceOf(PrepareError).with.property('message').that.includes('was replaced');
  });
});
