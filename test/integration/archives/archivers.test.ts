import { expect } from 'chai';
import * as fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { unpack } from '../../../src/steps/prepare/archive/unpack.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { stride } from '../../support/matrix.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { type Archiver, GO_FORMATS, TAR_ARCHIVERS, ZIP_ARCHIVERS } from './archivers.ts';
import { listTree, randomTree, writeTree } from './random-tree.ts';

/** The trees of each program. Each run has other ones. */
const TREES = 12 / stride(1, 3);

const LIMITS = { bytes: 100_000_000, entries: 1_000 };

/** Unpacks what the archiver wrote and compares the tree. The names of both are bytes. */
async function compareTrees(archiver: Archiver, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(randomTree, async (entries) => {
      const workspace = makeWorkspace();
      try {
        const [source, root] = [path.join(workspace.path, 'source'), path.join(workspace.path, 'root')];
        const file = path.join(workspace.path, 'archive.zip');
        for (const folder of [source, root]) mkdirSync(folder);
        writeTree(source, entries, archiver);
        const expected = listTree(source);
        if (expected.size === 0) return;
        const [program = '', ...args] = archiver.command(file);
        const { status, stderr, error } = spawnSync(program, args, {
          cwd: source,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
        });
        if (error !== undefined) throw error;
        expect(existsSync(file), `${program} wrote an archive: ${stderr}`).to.equal(true);
        expect(status, stderr).to.equal(0);
        await unpack(file, root, { stripComponents: 0, limits: LIMITS });
        expect([...listTree(root)]).to.deep.equal([...expected]);
      } finally {
        workspace.remove();
      }
    }),
    { numRuns: runs },
  );
}

describe('prepare: archives of other programs', function () {
  this.timeout(180_000);

  for (const archiver of [...TAR_ARCHIVERS, ...ZIP_ARCHIVERS])
    it(`unpacks the same tree that was archived: ${archiver.title}`, async () => {
      await compareTrees(archiver, TREES);
    });

  for (const format of GO_FORMATS)
    it(`unpacks the same tree that was archived: Go, ${format}`, async () => {
      const { 'archive-writer': program } = await ensurePrograms(['archive-writer'], (line) => console.error(line));
      await compareTrees({ title: format, command: (file) => [program, format, file, '.'] }, TREES);
    });
});
