import { expect } from 'chai';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { applyLayer } from '../../../../../src/steps/prepare/archive/apply-layer.ts';
import { makeTree } from '../../../../../src/steps/prepare/archive/tree.ts';
import { unpack } from '../../../../../src/steps/prepare/archive/unpack.ts';
import { makeBudget } from '../../../../../src/steps/prepare/source/budget.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { tarBytes, type RawEntry } from '../../../../support/archives/tar-bytes.ts';
import { zipBytes, type ZipEntry } from '../../../../support/archives/zip-bytes.ts';
import { makeWorkspace, type Workspace } from '../../../../support/workspace.ts';

const LIMITS = { bytes: 100_000, entries: 50 };
const LINK = 0o120777;

const link = (name: string, linkname: string): RawEntry => ({ name, type: 'symlink', linkname });
const hard = (name: string, linkname: string): RawEntry => ({ name, type: 'link', linkname });
const file = (name: string, content = 'evil'): RawEntry => ({ name, content });

const TARS: readonly (readonly [string, readonly RawEntry[], RegExp])[] = [
  ['..', [file('../outside/evil')], /"\.\.\/outside\/evil" has "\.\." in its path/],
  ['.. in the middle', [file('a/../../outside/evil')], /has "\.\." in its path/],
  ['.. at the end', [{ name: 'a/..', type: 'directory' }], /has "\.\." in its path/],
  ['a link to an absolute path', [link('l', '/etc')], /"l" is a symlink to \/etc, which is outside/],
  ['a link that leads out', [link('l', '../outside')], /"l" is a symlink that leads out/],
  ['a link that leads out of a directory', [link('a/b/l', '../../../outside')], /leads out of the archive/],
  ['a file behind a link', [link('l', 'inside'), file('l/evil')], /"l\/evil" is below "l", which is not a directory/],
  ['a file behind a link that leads out', [link('l', '../outside'), file('l/evil')], /is below "l"/],
  ['a directory behind a link', [link('l', '../outside'), { name: 'l/d/e', type: 'directory' }], /is below "l"/],
  [
    'links that lead out together',
    [{ name: 'x/y/z', type: 'directory' }, link('x/y/up', '../..'), link('x/y/l', 'up/..')],
    /"x\/y\/l" is a symlink that leads out/,
  ],
  [
    'a link that comes to lead out later',
    [link('a', 'b/..'), link('b', 'c/d'), { name: 'c/d', type: 'directory' }, link('c/l', '../b/../../..')],
    /"c\/l" is a symlink that leads out/,
  ],
  ['a hard link to what is outside', [hard('h', '../outside/secret')], /has "\.\." in its path/],
  [
    'a hard link to an absolute path',
    [hard('h', '/etc/passwd')],
    /is a hard link to etc\/passwd, which is not an earlier file/,
  ],
  [
    'a hard link through a link',
    [link('l', '../outside'), hard('h', 'l/secret')],
    /is a hard link to l\/secret, which is not an earlier file/,
  ],
  [
    "a hard link to the environment of taskpack's process",
    [hard('h', '/proc/self/environ')],
    /is a hard link to proc\/self\/environ, which is not an earlier file/,
  ],
  [
    'a hard link to a link that leads outside',
    [link('a/l', '../secret'), hard('h', 'a/l')],
    /leads out of the archive/,
  ],
  ['a hard link to nothing', [hard('h', 'none')], /is not an earlier file/],
  ['a device', [{ name: 'd', type: 'block-device', devmajor: 8, devminor: 0 }], /is a block-device/],
  ['a character device', [{ name: 'd', type: 'character-device', devmajor: 1, devminor: 3 }], /is a character-device/],
  ['a pipe', [{ name: 'p', type: 'fifo' }], /is a fifo/],
  ['a file below a file', [file('f'), file('f/g')], /is below "f"/],
  ['a name that is too long', [file('n'.repeat(300))], /has a name that is too long/],
  ['a name with too many parents', [file(`${'d/'.repeat(5_000)}f`)], /has a name that is too long/],
  ['a hard link to such a name', [hard('h', `${'d/'.repeat(5_000)}f`)], /has a name that is too long/],
];

const ZIPS: readonly (readonly [string, readonly ZipEntry[], RegExp])[] = [
  ['..', [{ name: '../outside/evil', content: 'evil' }], /\.\.\/outside\/evil/],
  ['backslashes', [{ name: '..\\outside\\evil', content: 'evil' }], /\.\.\/outside\/evil/],
  [
    'a link to an absolute path',
    [{ name: 'l', content: '/etc', mode: LINK }],
    /is a symlink to \/etc, which is outside/,
  ],
  ['a link that leads out', [{ name: 'l', content: '../outside', mode: LINK }], /"l" is a symlink that leads out/],
  [
    'a file behind a link',
    [
      { name: 'l', content: '../outside', mode: LINK },
      { name: 'l/evil', content: 'x' },
    ],
    /is below "l"/,
  ],
  ['a password', [{ name: 'f', content: 'x'.repeat(20), isEncrypted: true }], /is encrypted/],
  [
    'a link with a long target',
    [{ name: 'l', content: 'x'.repeat(5000), mode: LINK }],
    /symlink whose target is longer than 4096 bytes/,
  ],
];

describe('prepare: malicious archives', () => {
  let workspace: Workspace;
  const outside = (): string => path.join(workspace.path, 'outside');

  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({ 'outside/secret': 'secret' });
    mkdirSync(path.join(workspace.path, 'root'));
  });
  afterEach(() => {
    const names = readdirSync(outside());
    const [secret, above] = [readFileSync(path.join(outside(), 'secret'), 'utf8'), readdirSync(workspace.path)];
    workspace.remove();
    expect({ names, secret }).to.deep.equal({ names: ['secret'], secret: 'secret' });
    expect(above.toSorted()).to.deep.equal(['archive', 'outside', 'root']);
  });

  const unpacked = async (archive: Buffer, limits = LIMITS, stripComponents = 0): Promise<string> => {
    const name = path.join(workspace.path, 'archive');
    writeFileSync(name, archive);
    await unpack(name, path.join(workspace.path, 'root'), { stripComponents, limits });
    return path.join(workspace.path, 'root');
  };
  const failure = async (archive: Buffer, limits = LIMITS): Promise<string> => refusalOf(unpacked(archive, limits));
  /** Unpacks layers as the fetch of a source image does. */
  const unpackedLayers = async (...layers: readonly Buffer[]): Promise<void> => {
    writeFileSync(path.join(workspace.path, 'archive'), '');
    const tree = makeTree(path.join(workspace.path, 'root'), makeBudget(LIMITS));
    for (const layer of layers) await applyLayer(Readable.from([layer], { objectMode: false }), tree);
    await tree.finish();
  };

  for (const [what, entries, words] of TARS) {
    it(`refuses a tar with ${what}`, async () => {
      expect(await failure(await tarBytes(entries)))
        .to.match(/^ArchiveInvalid: /)
        .and.match(words);
    });

    it(`refuses a layer with ${what}`, async () => {
      const layer = gzipSync(await tarBytes(entries));
      expect(await refusalOf(unpackedLayers(layer)))
        .to.match(/^ArchiveInvalid: /)
        .and.match(words);
    });
  }

  it('refuses a layer with a file behind a link of the layer below', async () => {
    const layers = [await tarBytes([link('l', '../outside')]), await tarBytes([file('l/evil')])];
    expect(await refusalOf(unpackedLayers(...layers))).to.match(/"l\/evil" is below "l", which is not a directory/);
  });

  for (const [what, entries, words] of ZIPS) {
    it(`refuses a zip file with ${what}`, async () => {
      expect(await failure(zipBytes(entries)))
        .to.match(/^ArchiveInvalid: /)
        .and.match(words);
    });
  }

  for (const [format, archive] of [
    ['tar', async () => tarBytes([file('/etc/passwd', 'mine')])],
    ['zip', async () => zipBytes([{ name: '/etc/passwd', content: 'mine' }])],
  ] as const) {
    it(`treats a leading slash in a ${format} as the root of the archive, as in layers`, async () => {
      const root = await unpacked(await archive());
      expect(readFileSync(path.join(root, 'etc/passwd'), 'utf8')).to.equal('mine');
    });
  }

  it('does not write through a replaced symlink', async () => {
    const root = await unpacked(await tarBytes([link('l', 'f'), file('f', 'old'), file('l', 'new')]));
    expect(readFileSync(path.join(root, 'f'), 'utf8')).to.equal('old');
    expect(lstatSync(path.join(root, 'l')).isFile()).to.equal(true);
  });

  it('replaces a symlink with a directory', async () => {
    const root = await unpacked(
      await tarBytes([link('l', '../outside'), { name: 'l', type: 'directory' }, file('l/f')]),
    );
    expect(lstatSync(path.join(root, 'l')).isDirectory()).to.equal(true);
    expect(existsSync(path.join(root, 'l/f'))).to.equal(true);
  });

  it('replaces a directory with a file', async () => {
    const entries = [file('d/e/f'), { name: 'd', content: 'file' }];
    const root = await unpacked(await tarBytes(entries));
    expect(readFileSync(path.join(root, 'd'), 'utf8')).to.equal('file');
    expect(await failure(await tarBytes([...entries, file('d/e/g')]))).to.match(/is below "d"/);
  });

  it('distinguishes names by case', async () => {
    const root = await unpacked(await tarBytes([link('Dir', 'other'), file('dir/f'), file('other/g')]));
    expect(readdirSync(path.join(root, 'dir'))).to.deep.equal(['f']);
  });

  it('drops permissions that archives must not set', async () => {
    const entries = [
      { name: 'd', type: 'directory' as const, mode: 0o7777 },
      { name: 'setuid', content: '', mode: 0o6755 },
      { name: 'shared', content: '', mode: 0o666 },
      { name: 'closed', content: '', mode: 0o040 },
      { name: 'h', type: 'link' as const, linkname: 'setuid' },
    ];
    const root = await unpacked(await tarBytes(entries));
    const modes = ['d', 'setuid', 'shared', 'closed', 'h'].map(
      (name) => lstatSync(path.join(root, name)).mode & 0o7777,
    );
    expect(modes).to.deep.equal([0o755, 0o755, 0o644, 0o440, 0o755]);
  });

  it('writes plain files for devices, pipes and programs with special permissions in a zip file', async () => {
    const types = { device: 0o060666, console: 0o020666, pipe: 0o010666, socket: 0o140666, setuid: 0o104755 };
    const entries = Object.entries(types).map(([name, mode]) => ({ name, mode, content: 'x' }));
    const root = await unpacked(zipBytes(entries));
    const modes = Object.keys(types).map((name) => lstatSync(path.join(root, name)).mode);
    expect(modes).to.deep.equal([0o100644, 0o100644, 0o100644, 0o100644, 0o100755]);
  });

  it('keeps symlinks inside the archive', async () => {
    const entries = [file('a/f', 'x'), link('b/l', '../a/f'), link('dangling', 'none'), link('loop', 'loop')];
    const root = await unpacked(await tarBytes(entries));
    expect(readFileSync(path.join(root, 'b/l'), 'utf8')).to.equal('x');
    expect(readdirSync(root).toSorted()).to.deep.equal(['a', 'b', 'dangling', 'loop']);
  });

  it('stops at the limit of bytes', async () => {
    const fits = await tarBytes([file('a', 'x'.repeat(600)), file('b', 'x'.repeat(400))]);
    await unpacked(fits, { bytes: 1000, entries: 2 });
    expect(await failure(fits, { bytes: 999, entries: 2 })).to.equal(
      'SourceTooLarge: the source has more than 999 bytes, the limit of SOURCE_MAX_BYTES: make the source smaller or have the limit raised',
    );
  });

  it('counts the copies of hard links', async () => {
    const tar = await tarBytes([file('a', 'x'.repeat(600)), hard('b', 'a')]);
    expect(await failure(tar, { bytes: 1000, entries: 9 })).to.match(/^SourceTooLarge/);
  });

  it('stops at the limit of entries', async () => {
    const tar = await tarBytes([file('a'), { name: 'd', type: 'directory' }, link('l', 'a')]);
    await unpacked(tar, { bytes: 1000, entries: 3 });
    expect(await failure(tar, { bytes: 1000, entries: 2 })).to.match(/^SourceTooLarge: .* 2 entries/);
  });

  it('stops at the limit of entries, however many follow and however small the archive is', async () => {
    const block = (await tarBytes([file('f', '')])).subarray(0, 512);
    const tar = gzipSync(Buffer.alloc(100_000 * block.length, block));
    expect(tar.length).to.be.below(500_000);
    const { user } = process.cpuUsage();
    expect(await failure(tar)).to.match(/^SourceTooLarge: .* 50 entries/);
    // Processor time, because the machine can be busy.
    expect(process.cpuUsage().user - user).to.be.below(5e6);
    const zip = zipBytes(Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}/` })));
    expect(await failure(zip)).to.match(/^SourceTooLarge: .* 50 entries/);
  });

  for (const [what, size] of [
    ['tells its size', undefined],
    ['denies its size', 5],
  ] as const) {
    it(`stops a zip file that ${what} before it is decompressed`, async () => {
      const content = '0'.repeat(5_000_000);
      const bomb = zipBytes([{ name: 'zeros', content, isDeflated: true, ...(size !== undefined && { size }) }]);
      expect(bomb.length).to.be.below(20_000);
      expect(await failure(bomb)).to.match(size === undefined ? /^SourceTooLarge/ : /^ArchiveInvalid/);
      expect(lstatSync(path.join(workspace.path, 'root/zeros')).size).to.be.at.most(LIMITS.bytes);
    });
  }

  it('stops when the signal is aborted', async () => {
    const name = path.join(workspace.path, 'archive');
    writeFileSync(name, await tarBytes([file('a')]));
    const root = path.join(workspace.path, 'root');
    const work = unpack(name, root, { stripComponents: 0, limits: LIMITS, signal: AbortSignal.abort() });
    expect(await work.catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(readdirSync(root)).to.deep.equal([]);
  });

  it('stops a bomb before it is decompressed', async () => {
    const bomb = gzipSync(await tarBytes([file('zeros', '0'.repeat(5_000_000))]));
    expect(bomb.length).to.be.below(20_000);
    expect(await failure(bomb)).to.match(/^SourceTooLarge/);
    expect(lstatSync(path.join(workspace.path, 'root/zeros')).size).to.be.at.most(LIMITS.bytes);
  });

  it('ignores the sizes that a zip file declares', async () => {
    expect(await failure(zipBytes([{ name: 'f', content: 'abc', size: 90_000 }]))).to.match(/^ArchiveInvalid/);
  });

  for (const [what, bytes] of [
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['the beginning of a zip file', 'PK\u0003\u0004'],
    ['the beginning of a gzip file', '\u001f\u008b'],
    ['a bzip2 file that is none', 'BZh9nothing of the kind'],
    ['an xz file that is none', '\u00fd7zXZ\u0000nothing of the kind'],
    ['a zstd file that is none', '(\u00b5/\u00fdnothing of the kind'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(await failure(Buffer.from(bytes, 'latin1'))).to.match(/^ArchiveInvalid/);
    });
  }

  it('refuses a truncated tar', async () => {
    const tar = await tarBytes([file('a', 'x'.repeat(2000))]);
    for (const bytes of [tar.subarray(0, 1500), gzipSync(tar).subarray(0, 40)]) {
      expect(await failure(bytes)).to.match(/^ArchiveInvalid/);
    }
  });
});

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof PrepareError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('this should have been refused');
}
