import * as fc from 'fast-check';
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { applyLayer } from '../../../src/steps/prepare/archive/apply-layer.ts';
import { makeTree } from '../../../src/steps/prepare/archive/tree.ts';
import { unpack } from '../../../src/steps/prepare/archive/unpack.ts';
import { systemError } from '../../../src/core/model/step-failures/system-error.ts';
import { makeBudget } from '../../../src/steps/prepare/source/budget.ts';
import { PrepareError } from '../../../src/core/model/step-failures/step-error.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { archiveBomb, archiveBytes, archiveRecipe, type ArchiveRecipe } from '../hostile/archives.ts';
import { BrokenPromise, endingOf } from '../oracle.ts';

/** One archive of a blob, or the layers of a source image. */
interface ArchiveCase {
  readonly source: 'archive' | 'layers';
  readonly recipes: readonly ArchiveRecipe[];
  readonly stripComponents: number;
}

const LIMITS = { bytes: 50_000, entries: 20 };

const cases: fc.Arbitrary<ArchiveCase> = fc.oneof(
  {
    weight: 200,
    arbitrary: fc.record({
      source: fc.constantFrom('archive', 'archive', 'layers'),
      recipes: fc.array(archiveRecipe, { minLength: 1, maxLength: 3 }),
      stripComponents: fc.constantFrom(0, 0, 1, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      source: fc.constantFrom('archive', 'layers'),
      recipes: fc.array(archiveBomb, { minLength: 1, maxLength: 1 }),
      stripComponents: fc.constant(0),
    }),
  },
);

const SECRET = 'this text is outside of the root';

/** Unpacking an archive writes below its root only, stays within the limits, and reads nothing from elsewhere. */
export const ARCHIVES: FuzzTarget = fuzzTarget('archives', cases, async ({ source, recipes, stripComponents }) => {
  const workspace = makeWorkspace();
  const [root, outside] = [path.join(workspace.path, 'root'), path.join(workspace.path, 'outside')];
  try {
    mkdirSync(root);
    workspace.write({ 'outside/secret': SECRET });
    const archives = recipes.map((recipe) => archiveBytes(recipe, outside));
    const work = async () =>
      source === 'layers'
        ? unpackLayers(archives, root)
        : unpackFile(archives[0] ?? Buffer.alloc(0), workspace.path, stripComponents);
    const ending = await endingOf(work, { codeOf });
    checkOutside(workspace.path);
    checkRoot(root, ending.kind === 'value');
    return ending.kind === 'value' ? 'value' : ending.code;
  } finally {
    workspace.remove();
  }
});

function codeOf(error: unknown): string | undefined {
  const isExpected = error instanceof PrepareError && ['ArchiveInvalid', 'SourceTooLarge'].includes(error.code);
  return isExpected ? error.code : undefined;
}

async function unpackFile(archive: Buffer, folder: string, stripComponents: number): Promise<void> {
  const file = path.join(folder, 'archive');
  writeFileSync(file, archive);
  await unpack(file, path.join(folder, 'root'), { stripComponents, limits: LIMITS });
}

/** Does the same as the fetch of a source image. */
async function unpackLayers(layers: readonly Buffer[], root: string): Promise<void> {
  const tree = makeTree(root, makeBudget(LIMITS));
  try {
    for (const layer of layers) await applyLayer(Readable.from([layer], { objectMode: false }), tree);
    await tree.finish();
  } catch (error) {
    throw systemError(error, 'ArchiveInvalid', 'cannot unpack the layers');
  }
}

function checkOutside(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== 'archive');
  const outside = readdirSync(path.join(folder, 'outside'));
  if (names.join() !== 'outside,root' || outside.join() !== 'secret')
    throw new BrokenPromise(`files outside of the root: ${[...names, ...outside].join(', ')}`);
  if (readFileSync(path.join(folder, 'outside/secret'), 'utf8') !== SECRET)
    throw new BrokenPromise('a changed file outside of the root');
}

/** Symlinks are judged at the end only, so a refused archive can leave bad ones in the root, which is then removed. */
function checkRoot(root: string, isComplete: boolean): void {
  let [bytes, entries] = [0, 0];
  const checkFolder = (folder: Buffer): void => {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const file = Buffer.concat([folder, Buffer.from('/'), name]);
      const stats = lstatSync(file);
      entries += 1;
      if (stats.isDirectory()) checkFolder(file);
      else if (stats.isSymbolicLink()) checkLink(file, root, isComplete);
      else if (!stats.isFile()) throw new BrokenPromise(`a special file ${JSON.stringify(name.toString())}`);
      else {
        bytes += stats.size;
        if (readFileSync(file, 'utf8').includes(SECRET))
          throw new BrokenPromise(`content from outside in ${name.toString()}`);
      }
      if (!stats.isSymbolicLink() && (stats.mode & 0o5022) !== 0)
        throw new BrokenPromise(`the mode ${stats.mode.toString(8)} of ${name.toString()}`);
    }
  };
  checkFolder(Buffer.from(root));
  if (bytes > LIMITS.bytes) throw new BrokenPromise(`${bytes} bytes in spite of the limit`);
  if (entries > LIMITS.entries) throw new BrokenPromise(`${entries} entries in spite of the limit`);
}

function checkLink(file: Buffer, root: string, isComplete: boolean): void {
  let target: string | undefined;
  try {
    target = realpathSync(file);
  } catch {
    return; // The link is dangling or leads to itself.
  }
  if (isComplete && target !== root && !target.startsWith(root + path.sep))
    throw new BrokenPromise(`a symlink to ${target}`);
}
