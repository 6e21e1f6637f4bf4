import { expect } from 'chai';
import { chmodSync, mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatOf } from '../../../../../src/steps/prepare/archive/format.ts';
import { unpack } from '../../../../../src/steps/prepare/archive/unpack.ts';
import { COMPRESSED_TARS } from '../../../../support/archives/compressed-tars.ts';
import { tarBytes } from '../../../../support/archives/tar-bytes.ts';
import { zipBytes } from '../../../../support/archives/zip-bytes.ts';
import { makeWorkspace, type Workspace } from '../../../../support/workspace.ts';

const ENTRIES = [
  { name: './', type: 'directory' },
  { name: './run.sh', content: '#!/bin/sh\n', mode: 0o755 },
  { name: './a/x', content: 'hello\n', mode: 0o644 },
] as const;

const ZIP = [
  { name: 'run.sh', content: '#!/bin/sh\n', mode: 0o100755 },
  { name: 'a/x', content: 'hello\n', mode: 0o100644 },
];

/** Made with `xz --check=sha256`. */
const XZ_WITH_SHA256 =
  '/Td6WFoAAArh+wyhAgAhARYAAAB0L+WjAQAEaGVsbG8AAAAALPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQAATUFEoPd8hibS5oBAAAAAApZWg==';

const SKIPPED_FRAME = Buffer.from('502a4d180400000001020304', 'hex');

function fileModes(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => `${name} ${statSync(path.join(root, name)).mode.toString(8)}`);
}

describe('prepare: the formats of archives', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());

  const unpacked = async (archive: Buffer, stripComponents = 0): Promise<string> => {
    const [file, root] = ['archive', 'root'].map((name) => path.join(workspace.path, name)) as [string, string];
    mkdirSync(root, { recursive: true });
    writeFileSync(file, archive);
    await unpack(file, root, { stripComponents, limits: { bytes: 10_000, entries: 100 } });
    return root;
  };
  for (const [format, archive] of [
    ['tar', async () => tarBytes(ENTRIES)],
    ['gzip', async () => gzipSync(await tarBytes(ENTRIES))],
    // Programs write several members, one after the other.
    [
      'gzip',
      async () =>
        Buffer.concat([
          gzipSync((await tarBytes(ENTRIES)).subarray(0, 700)),
          gzipSync((await tarBytes(ENTRIES)).subarray(700)),
        ]),
    ],
    ['bzip2', async () => Buffer.from(COMPRESSED_TARS.bzip2, 'base64')],
    ['xz', async () => Buffer.from(COMPRESSED_TARS.xz, 'base64')],
    ['zstd', async () => Buffer.from(COMPRESSED_TARS.zstd, 'base64')],
    // pzstd begins with a frame that has the size of the next one.
    ['zstd', async () => Buffer.concat([SKIPPED_FRAME, Buffer.from(COMPRESSED_TARS.zstd, 'base64')])],
    ['zip', async () => zipBytes(ZIP)],
  ] as const) {
    it(`detects ${format} by content and unpacks it`, async () => {
      const bytes = await archive();
      expect(formatOf(bytes)).to.equal(format);
      const root = await unpacked(bytes);
      expect(fileModes(root)).to.deep.equal(['a 40755', 'a/x 100644', 'run.sh 100755']);
      expect(readFileSync(path.join(root, 'a/x'), 'utf8')).to.equal('hello\n');
    });
  }

  it('keeps the inherited group of directories, as kpack does', async () => {
    const group = 0o2000;
    const parent = path.join(workspace.path, 'root');
    mkdirSync(parent);
    chmodSync(parent, group | 0o775);
    const archive = await tarBytes([{ name: 'told/', type: 'directory', mode: 0o750 }, ...ENTRIES]);
    expect(fileModes(await unpacked(archive))).to.deep.equal(['a 42755', 'a/x 100644', 'run.sh 100755', 'told 42750']);
  });

  it('detects an old tar by its checksum', async () => {
    const tar = await tarBytes([{ name: 'f', content: 'x' }]);
    tar.fill(0, 257, 265);
    tar.write('        ', 148);
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    expect(formatOf(tar)).to.equal('tar');
    tar.write('y', 0);
    expect(formatOf(tar)).to.equal(undefined);
  });

  it('unpacks an empty archive', async () => {
    expect(fileModes(await unpacked(zipBytes([])))).to.deep.equal([]);
  });

  for (const [name, archive] of [
    [
      'tar',
      async () =>
        tarBytes(
          ['top/', 'top/a/f', 'top/b', 'other'].map((file) =>
            file.endsWith('/') ? { name: file, type: 'directory' as const } : { name: file, content: '' },
          ),
        ),
    ],
    [
      'zip',
      async () =>
        zipBytes(
          ['top/', 'top/a/f', 'top/b', 'other'].map((file) => ({
            name: file,
            mode: file.endsWith('/') ? 0o40755 : 0o100644,
          })),
        ),
    ],
  ] as const) {
    it(`strips leading components in a ${name}, and entries that have no others`, async () => {
      expect(fileModes(await unpacked(await archive(), 1))).to.deep.equal(['a 40755', 'a/f 100644', 'b 100644']);
    });
  }

  it('counts a leading dot as a component, as kpack does', async () => {
    const tar = await tarBytes([{ name: './top/f', content: '' }]);
    expect(fileModes(await unpacked(tar, 1))).to.deep.equal(['top 40755', 'top/f 100644']);
  });

  for (const [what, start] of [
    ['an executable jar', '#!/bin/bash\n'],
    ['a program that unpacks itself', 'MZ\0'.repeat(300)],
    ['one volume of a split zip', 'PK\u0007\u0008'],
  ] as const) {
    it(`finds the zip after the start of ${what}`, async () => {
      const root = await unpacked(Buffer.concat([Buffer.from(start), zipBytes(ZIP)]));
      expect(fileModes(root)).to.deep.equal(['a 40755', 'a/x 100644', 'run.sh 100755']);
    });
  }

  it('refuses other files, also those that end like an empty zip', async () => {
    for (const bytes of [
      Buffer.from('#!/bin/bash\n'),
      Buffer.from(`<html>${zipBytes([]).toString('latin1')}`, 'latin1'),
    ]) {
      const error: unknown = await unpacked(bytes).catch((thrown: unknown) => thrown);
      expect(String(error)).to.include('the source is not an archive of a supported format');
    }
  });

  it('names what is not supported in an xz file', async () => {
    const error: unknown = await unpacked(Buffer.from(XZ_WITH_SHA256, 'base64')).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include(
      'a filter or check that is not supported: compress it with the default options of xz',
    );
  });

  it('keeps a hard link to a symlink as a symlink', async () => {
    const root = await unpacked(
      await tarBytes([
        { name: 'f', content: 'x' },
        { name: 'l', type: 'symlink', linkname: 'f' },
        { name: 'h', type: 'link', linkname: 'l' },
        { name: 'h', type: 'link', linkname: 'h' },
      ]),
    );
    expect(readlinkSync(path.join(root, 'h'))).to.equal('f');
  });

  it('strips the targets of hard links', async () => {
    const tar = await tarBytes([
      { name: 'top/f', content: 'x' },
      { name: 'top/h', type: 'link', linkname: 'top/f' },
    ]);
    expect(readFileSync(path.join(await unpacked(tar, 1), 'h'), 'utf8')).to.equal('x');
  });

  it('makes all files executable if the zip archiver knew no permissions', async () => {
    expect(fileModes(await unpacked(zipBytes([{ name: 'f' }])))).to.deep.equal(['f 100755']);
  });

  it('unpacks symlinks of a zip file', async () => {
    const root = await unpacked(
      zipBytes([
        { name: 'a/x', content: 'x' },
        { name: 'l', content: 'a/x', mode: 0o120777 },
      ]),
    );
    expect(readFileSync(path.join(root, 'l'), 'utf8')).to.equal('x');
  });
});
