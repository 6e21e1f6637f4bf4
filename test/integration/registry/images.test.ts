import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { PAUSE_IMAGE, pauseImage } from '../../cluster/images/pause-image.ts';
import { isStatic } from '../../cluster/images/static-program.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { imageArchive } from '../../../src/clients/registry/image-layout.ts';

describe('the images of the test bed', function () {
  this.timeout(120_000);

  it('pause is one static program with the same bytes in every build', async () => {
    const { pause } = await ensurePrograms(['pause'], (line) => console.error(line));
    expect(isStatic(readFileSync(pause))).to.equal(true);
    const archives = [1, 2].map(() => imageArchive([{ image: pauseImage(pause), name: PAUSE_IMAGE }]));
    expect(archives[0]).to.deep.equal(archives[1]);
  });

  it('report if a program needs a loader, as Node does', () => {
    expect(isStatic(readFileSync(process.execPath))).to.equal(false);
  });
});
