import { expect } from 'chai';
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { systemMessage } from '../../../../src/cli/terminal.ts';
import { localFiles } from '../../../../src/clients/local-source/local-files.ts';
import { ChangedFileError, sourceLayer } from '../../../../src/clients/local-source/source-layer.ts';
import { digestOf } from '../../../../src/core/oci/digest.ts';
import { readTar } from '../../../../src/clients/registry/tar/read-tar.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('a directory as a source', () => {
  let workspace: Workspace;
  let temporary: string;
  beforeEach(() => {
    workspace = makeWorkspace();
    temporary = mkdtempSync(path.join(tmpdir(), 'taskpack-test-'));
  });
  afterEach(() => {
    workspace.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  it('is a layer as kp writes it: leading slashes, fixed times, no owners, all files, symlinks as they are', async () => {
    workspace.write({ 'b/.gitignore': 'c', 'b/c': 'text', 'a.sh': '#!/bin/sh' });
    chmodSync(path.join(workspace.path, 'a.sh'), 0o750);
    symlinkSync('b/../b/c', path.join(workspace.path, 'link'));
    const { content, diffId } = await layerOf(workspace.path, temporary);
    const mtime = new Date('1980-01-01T00:00:01Z');
    const entries = await entriesOf(gunzipSync(content));
    expect(entries.map(({ header: { name, type } }) => [name, type])).to.deep.equal([
      ['/a.sh', 'file'],
      ['/b', 'directory'],
      ['/b/.gitignore', 'file'],
      ['/b/c', 'file'],
      ['/link', 'symlink'],
    ]);
    for (const { header } of entries) expect(header).to.deep.include({ uid: 0, gid: 0, uname: '', gname: '', mtime });
    expect(entries[0]?.header.mode).to.equal(0o750);
    expect(entries[3]?.text).to.equal('text');
    expect(entries[4]?.header.linkname).to.equal('b/../b/c');
    expect(diffId).to.equal(digestOf(gunzipSync(content)));
    expect(readdirSync(temporary)).to.deep.equal([]);
  });

  it('has the same digest until a name, a permission or a content changes', async () => {
    workspace.write({ 'b/c': 'text', a: 'x'.repeat(200_000) });
    const digest = async (): Promise<string> => (await layerOf(workspace.path, temporary)).digest;
    const first = await digest();
    writeFileSync(path.join(workspace.path, 'b/c'), 'text');
    expect(await digest()).to.equal(first);
    chmodSync(path.join(workspace.path, 'b/c'), 0o755);
    expect(await digest()).not.to.equal(first);
  });

  it('leaves out .git at every depth, unless the user asks for it', async () => {
    workspace.write({
      '.git/config': 'token',
      '.gitignore': '',
      'sub/.git': 'gitdir: ../.git/modules/sub',
      'sub/a': 'x',
    });
    const without = await localFiles(workspace.path, systemMessage);
    expect(without.files.map((file) => file.path)).to.deep.equal(['/.gitignore', '/sub', '/sub/a']);
    expect(without.isWithoutGit).to.equal(true);
    const all = await localFiles(workspace.path, systemMessage, { includeGit: true });
    expect(all.files.map((file) => file.path)).to.include.members(['/.git/config', '/sub/.git']);
    expect(all.isWithoutGit).to.equal(false);
  });

  it('has the names of the files as bytes, as kp writes them', async () => {
    const names = [
      'caf\u00e8',
      'caf\u00e9',
      Buffer.from('é').toString('latin1'),
      Buffer.from('\ufffd').toString('latin1'),
    ];
    for (const name of names) writeFileSync(Buffer.from(`${workspace.path}/${name}`, 'latin1'), name);
    symlinkSync(Buffer.from('caf\u00e9', 'latin1'), Buffer.from(`${workspace.path}/link`));
    const found: string[] = [];
    const { content } = await layerOf(workspace.path, temporary);
    for await (const { name, target } of readTar(Readable.from([gunzipSync(content)]))) found.push(`${name} ${target}`);
    expect(found).to.deep.equal([...names.map((name) => `/${name} `), '/link caf\u00e9'].toSorted());
  });

  it('can be read from any offset', async () => {
    workspace.write({ a: 'content' });
    const { files } = await localFiles(workspace.path, systemMessage);
    const { layer, read, close } = await sourceLayer(files, temporary);
    const whole = await buffer(read(0));
    expect((await buffer(read(10))).equals(whole.subarray(10))).to.equal(true);
    expect([whole.length, digestOf(whole)]).to.deep.equal([layer.size, layer.digest]);
    await close();
  });

  it('follows a symlink to the directory itself', async () => {
    workspace.write({ 'real/a': 'x' });
    const link = path.join(workspace.path, 'link');
    symlinkSync('real', link);
    expect((await localFiles(link, systemMessage)).files.map((file) => file.path)).to.deep.equal(['/a']);
  });

  it('is refused if a file changes while it is read', async () => {
    workspace.write({ a: 'before' });
    const { files } = await localFiles(workspace.path, systemMessage);
    for (const content of ['longer than before', '']) {
      writeFileSync(path.join(workspace.path, 'a'), content);
      const error = await sourceLayer(files, temporary).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ChangedFileError);
      expect(String(error)).to.include(`${workspace.path}/a: the file has changed while it was read; try again`);
    }
    expect(readdirSync(temporary)).to.deep.equal([]);
  });

  it('is refused with a sentence for each reason', async () => {
    workspace.write({ 'dir/a': 'x', 'none/sub/.keep': '', 'links/sub/a': 'x' });
    symlinkSync('/etc/hosts', path.join(workspace.path, 'links/absolute'));
    symlinkSync('../../dir/a', path.join(workspace.path, 'links/sub/above'));
    symlinkSync('../sub/a', path.join(workspace.path, 'links/sub/inside'));
    rmSync(path.join(workspace.path, 'none/sub/.keep'));
    const server = createServer();
    server.listen(path.join(workspace.path, 'dir/b.sock'));
    await once(server, 'listening');
    const problems = async (name: string): Promise<readonly string[]> =>
      (await localFiles(path.join(workspace.path, name), systemMessage)).problems.map((problem) =>
        problem.replace(workspace.path, '.'),
      );
    expect(await problems('dir')).to.deep.equal([
      './dir/b.sock: a socket cannot be part of a source; remove it, or stop the program that made it',
    ]);
    expect(await problems('links')).to.deep.equal([
      './links/absolute: the symlink leads out of the directory, to /etc/hosts; remove it',
      './links/sub/above: the symlink leads out of the directory, to ../../dir/a; remove it',
    ]);
    expect(await problems('none')).to.deep.equal(['./none: the directory contains no file to build']);
    expect(await problems('absent')).to.deep.equal(['./absent: no such file or directory']);
    expect(await problems('dir/a')).to.deep.equal([
      './dir/a: not a directory; unpack an archive, and name the directory of the source',
    ]);
    server.close();
  });
});

/** Returns the layer of a directory with its bytes. */
async function layerOf(directory: string, temporary: string) {
  const { files, problems } = await localFiles(directory, systemMessage);
  expect(problems).to.deep.equal([]);
  const { layer, read, close } = await sourceLayer(files, temporary);
  const content = await buffer(read(0));
  await close();
  return { ...layer, content };
}

/** Reads a tar with another program than the one that wrote it. */
async function entriesOf(tar: Buffer) {
  const reader = extract();
  reader.end(tar);
  const entries = [];
  for await (const entry of reader) entries.push({ header: entry.header, text: String(await buffer(entry)) });
  return entries;
}
