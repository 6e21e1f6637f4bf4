import { expect } from 'chai';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import { handOnFiles } from '../../../../src/steps/resource/hand-on-files.ts';

describe('resource copy', () => {
  let folder = '';
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'taskpack-copy-')));
    mkdirSync(at('output/below'), { recursive: true });
    writeFileSync(at('output/below/text'), 'new');
    writeFileSync(at('output/run'), '#!/bin/sh', { mode: 0o755 });
    symlinkSync('../../etc/passwd', at('output/link'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function copied(from = at('output'), to = at('artifact')): Promise<string> {
    const lines: string[] = [];
    const dependencies = {
      environment: {},
      redaction: makeRedaction(),
      signal: new AbortController().signal,
      log: (line: string) => void lines.push(line),
    };
    try {
      await handOnFiles({ from, to: { location: to, credentials: '/' } }, dependencies);
    } catch (error) {
      lines.push(String(error));
    }
    return lines.join('\n');
  }

  it('copies files with their modes, and links as links', async () => {
    expect(await copied()).to.equal(`Copying the files in ${at('output')} to ${at('artifact')}`);
    expect(readFileSync(at('artifact/below/text'), 'utf8')).to.equal('new');
    expect(statSync(at('artifact/run')).mode & 0o777).to.equal(0o755);
    expect(readlinkSync(at('artifact/link'))).to.equal('../../etc/passwd');
  });

  it('replaces what an earlier attempt left, follows no link of it, and keeps all other files', async () => {
    mkdirSync(at('elsewhere'));
    mkdirSync(at('artifact/run'), { recursive: true });
    writeFileSync(at('artifact/other'), 'kept');
    symlinkSync(at('elsewhere'), at('artifact/below'));
    await copied();
    expect(readFileSync(at('artifact/below/text'), 'utf8')).to.equal('new');
    expect([existsSync(at('elsewhere/text')), readFileSync(at('artifact/other'), 'utf8')]).to.deep.equal([
      false,
      'kept',
    ]);
  });

  it('copies the same files however the path is written', async () => {
    for (const from of [`${folder}/./output`, `${folder}//output/`])
      expect(await copied(from)).to.equal(`Copying the files in ${from} to ${at('artifact')}`);
    expect(readFileSync(at('artifact/below/text'), 'utf8')).to.equal('new');
  });

  it('copies nothing if no later task reads the files', async () => {
    expect(await copied(at('output'), '')).to.match(/^Copying nothing from \S+, because no later task reads/);
  });

  it('refuses a link in place of the directory', async () => {
    symlinkSync(at('output'), at('named'));
    expect(await copied(at('named'))).to.match(/named is a link or below one, .*: write the files to a directory/);
    expect(existsSync(at('artifact'))).to.equal(false);
  });

  it('says what to do about a missing directory and about files of another user', async () => {
    expect(await copied(at('missing'))).to.match(/there is no \S+\/missing: let a step create it/);
    chmodSync(at('output/run'), 0);
    if (process.getuid?.() !== 0) {
      expect(await copied()).to.match(
        /may not use \S+\/output\/run: let the step that writes it end with "chmod -R a\+rX/,
      );
      return;
    }
    // Root may read all files, so another user copies.
    for (const directory of [folder, at('output')]) chmodSync(directory, 0o755);
    mkdirSync(at('artifact'));
    chmodSync(at('artifact'), 0o777);
    process.seteuid?.(65_532);
    try {
      expect(await copied()).to.match(/user 65532 may not use \S+\/output\/run: let the step that writes it end with/);
    } finally {
      process.seteuid?.(0);
    }
  });
});
