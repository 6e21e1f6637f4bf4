import { expect } from 'chai';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBelow, requireRealDirectory } from '../../../../src/steps/resource/real-directory.ts';

describe('a directory whose files a resource step reads', () => {
  let folder = '';
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'taskpack-real-')));
    for (const name of ['data/below', 'credentials']) mkdirSync(at(name), { recursive: true });
    for (const name of ['data/below/key', 'credentials/key']) writeFileSync(at(name), name);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is accepted however its path is written', async () => {
    for (const directory of [at('data'), `${folder}/./data`, `${folder}//data/`]) await requireRealDirectory(directory);
  });

  it('opens a file, also through a link within the directory', async () => {
    symlinkSync('below', at('data/link'));
    for (const file of ['below/key', 'link/key']) {
      const handle = await openBelow(`${folder}//data/`, file);
      expect(await handle.readFile('utf8')).to.equal('data/below/key');
      await handle.close();
    }
  });

  it('opens no file of another directory that takes the place of a part or of the whole', async () => {
    symlinkSync(at('credentials'), at('data/link'));
    symlinkSync(at('credentials'), at('whole'));
    for (const [directory, file] of [
      [at('data'), 'link/key'],
      [at('whole'), 'key'],
    ] as const)
      expect(await openBelow(directory, file).catch(String)).to.match(/is a link out of/);
  });
});
