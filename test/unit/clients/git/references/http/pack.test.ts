import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { objectOfPack } from '../../../../../../src/clients/git/references/http/pack.ts';

const TREE = 2;

/** Reads the pack of a tree with this number of bytes. */
function read(size: number): Buffer {
  const content = Buffer.alloc(size);
  const id = createHash('sha1').update(`tree ${size}\0`).update(content).digest('hex');
  return objectOfPack(packOf(content), 'tree', id);
}

function packOf(content: Buffer): Buffer {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\u0001', 'latin1');
  const sizes = [128 + TREE * 16 + (content.length % 16)];
  let rest = Math.floor(content.length / 16);
  for (; rest >= 128; rest = Math.floor(rest / 128)) sizes.push(128 + (rest % 128));
  sizes.push(rest);
  return Buffer.concat([header, Buffer.from(sizes), deflateSync(content), Buffer.alloc(20)]);
}

describe('the object of a pack', () => {
  it('has at most 4 MiB', () => {
    expect(read(4 * 2 ** 20)).to.have.length(4 * 2 ** 20);
    expect(() => read(4 * 2 ** 20 + 1)).to.throw('does not send the one commit or tree that was asked for');
  });
});
