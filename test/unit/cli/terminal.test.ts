import { expect } from 'chai';
import { Writable } from 'node:stream';
import { writeTexts } from '../../../src/cli/terminal.ts';

const KIB = 'x'.repeat(1024);

describe('writeTexts', () => {
  it('joins short texts and waits until the stream accepts each chunk', async () => {
    let made = 0;
    const taken: (readonly [length: number, made: number])[] = [];
    const texts = function* (): Generator<string> {
      for (; made < 1000; made += 1) yield KIB;
    };
    const slow = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        taken.push([chunk.length, made]);
        setImmediate(done);
      },
    });
    await writeTexts(slow, texts());
    expect(taken.reduce((sum, [length]) => sum + length, 0)).to.equal(1000 * 1024);
    expect(Math.max(...taken.map(([length]) => length))).to.equal(64 * 1024);
    for (const [index, [, madeThen]] of taken.entries()) expect(madeThen).to.be.at.most((index + 1) * 64);
  });

  it('stops if the stream fails', async () => {
    let made = 0;
    const texts = function* (): Generator<string> {
      for (; made < 1000; made += 1) yield KIB;
    };
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('gone')) });
    failing.on('error', () => undefined);
    expect(await writeTexts(failing, texts())).to.equal(false);
    expect(made).to.be.below(100);
  });

  it('writes nothing without texts', async () => {
    const never = new Writable({ write: () => expect.fail('nothing was asked for') });
    await writeTexts(never, []);
  });
});
