import { expect } from 'chai';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { applyDescriptor } from '../../../../../src/steps/prepare/apply-descriptor.ts';
import { applyLayer } from '../../../../../src/steps/prepare/archive/apply-layer.ts';
import { makeTree } from '../../../../../src/steps/prepare/archive/tree.ts';
import { unpack } from '../../../../../src/steps/prepare/archive/unpack.ts';
import type { PrepareDependencies } from '../../../../../src/steps/prepare/dependencies.ts';
import { makeBudget } from '../../../../../src/steps/prepare/source/budget.ts';
import { copyDirectory } from '../../../../../src/steps/prepare/source/copy-directory.ts';
import {
  emptyDirectory,
  entriesOf,
  fixTimes,
  joinPath,
  moveSubPath,
} from '../../../../../src/steps/prepare/source/workspace.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { paxRecords, rawTar, type RawTarEntry } from '../../../../fuzz/hostile/raw-tar.ts';
import { zipBytes, type ZipEntry } from '../../../../support/archives/zip-bytes.ts';
import { makeWorkspace, type Workspace } from '../../../../support/workspace.ts';

const LIMITS = { bytes: 100_000, entries: 50 };
const FIXED_TIME = 315_532_801_000;

/** In Latin-1, both names differ from each other only in a byte that is not UTF-8. */
const [ACUTE, GRAVE] = ['caf\u00e9', 'caf\u00e8'];
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** Returns what is below a directory: `NAME`, `NAME/` or `NAME -> TARGET`, each with one character for a byte. */
function listed(directory: string | Buffer, prefix = ''): readonly string[] {
  return entriesOf(directory)
    .flatMap((entry) => {
      const [place, name] = [joinPath(directory, entry.name), prefix + entry.name.toString('latin1')];
      if (entry.isSymbolicLink()) return [`${name} -> ${readlinkSync(place, 'buffer').toString('latin1')}`];
      return entry.isDirectory() ? [`${name}/`, ...listed(place, `${name}/`)] : [name];
    })
    .toSorted();
}

/** Returns Info-ZIP's extra field with a name in UTF-8 (APPNOTE.TXT 4.6.9). */
const unicode = (name: Buffer, to: string): Buffer => {
  const data = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(to)]);
  data.writeUInt32LE(crc32(name), 1);
  const header = Buffer.from([0x75, 0x70, data.length, 0]);
  return Buffer.concat([header, data]);
};

const file = (name: string, content = name): RawTarEntry => ({ name, type: '0', content });

describe('prepare: names that are not UTF-8', () => {
  let workspace: Workspace;
  let root: string;
  beforeEach(() => {
    workspace = makeWorkspace();
    root = path.join(workspace.path, 'root');
    mkdirSync(root);
  });
  afterEach(() => workspace.remove());

  const unpacked = async (archive: Buffer, limits = LIMITS): Promise<readonly string[]> => {
    const name = path.join(workspace.path, 'archive');
    writeFileSync(name, archive);
    await unpack(name, root, { stripComponents: 0, limits });
    return listed(root);
  };
  const unpackedLayers = async (...layers: readonly Buffer[]): Promise<readonly string[]> => {
    const tree = makeTree(root, makeBudget(LIMITS));
    for (const layer of layers) await applyLayer(Readable.from([layer], { objectMode: false }), tree);
    await tree.finish();
    return listed(root);
  };
  const refusal = async (archive: Buffer): Promise<string> =>
    unpacked(archive).then(
      () => 'nothing',
      (error: unknown) => (error instanceof PrepareError ? `${error.code}: ${error.message}` : String(error)),
    );

  it('are those of the tar, with their links and contents', async () => {
    const tar = rawTar([
      file(ACUTE, '1'),
      file(GRAVE, '2'),
      file('caf\ufffd', '3'),
      { name: `${ACUTE}d`, type: '5' },
      file(`${ACUTE}d/${GRAVE}`),
      { name: 'soft', type: '2', link: `${ACUTE}d/${GRAVE}` },
      { name: 'hard', type: '1', link: ACUTE },
      { name: 'x', type: 'x', content: paxRecords([['path', `${GRAVE}.pax`]]) },
      file('short'),
    ]);
    expect(await unpacked(tar)).to.deep.equal(
      [
        ACUTE,
        GRAVE,
        `${GRAVE}.pax`,
        `${ACUTE}d/`,
        `${ACUTE}d/${GRAVE}`,
        'hard',
        `soft -> ${ACUTE}d/${GRAVE}`,
        utf8('caf\ufffd'),
      ].toSorted(),
    );
    expect(readFileSync(joinPath(root, bytes(ACUTE)), 'utf8')).to.equal('1');
    expect(readFileSync(joinPath(root, bytes(GRAVE)), 'utf8')).to.equal('2');
    expect(readFileSync(path.join(root, 'hard'), 'utf8')).to.equal('1');
  });

  it('are shown with their bytes in a refusal, and count towards the limits', async () => {
    expect(await refusal(rawTar([{ name: ACUTE, type: '6' }]))).to.match(
      /^ArchiveInvalid: the archive's entry "caf\\xE9" is a fifo:/,
    );
    expect(await refusal(rawTar([{ name: ACUTE, type: '2', link: `../${GRAVE}` }]))).to.match(
      /"caf\\xE9" is a symlink that leads out/,
    );
    expect(
      await refusal(
        rawTar([
          { name: 'up', type: '2', link: ACUTE },
          { name: ACUTE, type: '2', link: '..' },
        ]),
      ),
    ).to.match(/leads out/);
    expect(await refusal(rawTar([file(ACUTE), file(`${ACUTE}/f`)]))).to.match(
      /"caf\\xE9\/f" is below "caf\\xE9", which is not/,
    );
    const limited = unpacked(rawTar([file(`${ACUTE}1`), file(`${GRAVE}2`)]), { bytes: 100, entries: 1 });
    expect(await limited.catch((error: unknown) => error)).to.include({ code: 'SourceTooLarge' });
  });

  it('are replaced and deleted by the same bytes only', async () => {
    expect(
      await unpackedLayers(
        rawTar([file(ACUTE), file(GRAVE), file(`d/${ACUTE}`), file(`d/${GRAVE}`), file(`${ACUTE}d/f`)]),
        rawTar([file(`.wh.${ACUTE}`), file(`d/.wh.${GRAVE}`), file(`${ACUTE}d/.wh..wh..opq`), file(`${ACUTE}d/g`)]),
      ),
    ).to.deep.equal([GRAVE, `${ACUTE}d/`, `${ACUTE}d/g`, 'd/', `d/${ACUTE}`].toSorted());
  });

  const UNIX = 0o100644;
  const ZIPS: readonly (readonly [what: string, entries: readonly ZipEntry[], expected: readonly string[]])[] = [
    ['declared as UTF-8', [{ name: 'café', mode: UNIX }], [utf8('café')]],
    [
      'in UTF-8 without a declaration, as macOS writes them',
      [{ name: Buffer.from('café'), maker: 3 }, { name: Buffer.from('cafè') }],
      [utf8('café'), utf8('cafè')],
    ],
    [
      'in other bytes of Unix',
      [
        { name: bytes(ACUTE), mode: UNIX },
        { name: bytes(GRAVE), mode: UNIX },
      ],
      [ACUTE, GRAVE],
    ],
    [
      'in code page 437 of Windows',
      [{ name: Buffer.from('caf\u0082', 'latin1') }, { name: Buffer.from('caf\u008a', 'latin1'), maker: 11 }],
      [utf8('café'), utf8('cafè')],
    ],
    [
      "in Info-ZIP's field of Unicode paths",
      [{ name: bytes(ACUTE), mode: UNIX, extra: unicode(bytes(ACUTE), 'café') }],
      [utf8('café')],
    ],
    [
      "in Info-ZIP's field for another name",
      [{ name: bytes(ACUTE), mode: UNIX, extra: unicode(bytes(GRAVE), 'other') }],
      [ACUTE],
    ],
    ['with backslashes of Unix', [{ name: 'a\\b', mode: UNIX }], ['a\\b']],
    [
      'with backslashes instead of slashes, as .NET writes them',
      [{ name: 'a\\b' }, { name: 'd\\' }],
      ['a/', 'a/b', 'd/'],
    ],
    ['with a backslash beside slashes', [{ name: 'a/b\\c' }], ['a/', 'a/b\\c']],
  ];
  for (const [what, entries, expected] of ZIPS) {
    it(`are read from a zip file as unzip reads them: ${what}`, async () => {
      expect(await unpacked(zipBytes(entries))).to.deep.equal([...expected].toSorted());
    });
  }

  it('keep their files in every later step of the source', async () => {
    const [source, copy] = [path.join(workspace.path, 'source'), path.join(workspace.path, 'copy')];
    for (const folder of [source, copy]) mkdirSync(folder);
    mkdirSync(joinPath(source, bytes(`${ACUTE}d`)));
    for (const name of [`${ACUTE}d/${GRAVE}.txt`, `${ACUTE}d/${GRAVE}`, `${ACUTE}d/.git`])
      writeFileSync(joinPath(source, bytes(name)), name);
    symlinkSync(bytes(`${ACUTE}d`), path.join(source, 'sub'));
    symlinkSync(bytes(GRAVE), joinPath(source, bytes(`${ACUTE}d/link`)));
    await copyDirectory(source, copy, makeBudget({ bytes: 1_000, entries: 6 }));
    expect(listed(copy)).to.deep.equal(listed(source));
    await moveSubPath(source, 'sub', root);
    expect(listed(root)).to.deep.equal([GRAVE, `${GRAVE}.txt`, `link -> ${GRAVE}`]);
    fixTimes(root);
    for (const name of [GRAVE, 'link']) expect(lstatSync(joinPath(root, bytes(name))).mtimeMs).to.equal(FIXED_TIME);
    writeFileSync(
      path.join(root, 'project.toml'),
      '[_]\nschema-version = "0.2"\n[io.buildpacks]\nexclude = ["caf?.txt"]\n',
    );
    const dependencies: Pick<PrepareDependencies, 'paths' | 'log'> = {
      paths: { workspace: root } as PrepareDependencies['paths'],
      log: () => undefined,
    };
    await applyDescriptor(dependencies, undefined);
    expect(listed(root)).to.deep.equal([GRAVE, `link -> ${GRAVE}`, 'project.toml'].toSorted());
    await emptyDirectory(root);
    expect(listed(root)).to.deep.equal([]);
  });
});
