import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { deflateSync } from 'node:zlib';
import { dataPacket } from '../../../../../../src/clients/git/references/http/packets.ts';
import type { Tree } from '../../../../../../src/clients/git/references/trees.ts';
import { parseGitAddress } from '../../../../../../src/clients/git/address.ts';
import { GitOverHttp } from '../../../../../support/git-over-http.ts';

const FETCH = 'fetch=shallow filter';

describe('the trees of a git server with faults', function () {
  this.timeout(300_000);
  const git = new GitOverHttp();
  afterEach(async () => git.end());

  const find = async (url: string): Promise<Tree | undefined> => {
    const query = {
      address: parseGitAddress(url),
      credentials: [],
      commit: '2'.repeat(40),
      paths: ['web'],
      kept: [],
    };
    return (await git.findTrees(query)).trees.get('web');
  };

  const content = Buffer.from(`tree ${'3'.repeat(40)}\n`);
  const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20));
  for (const [what, body, reason] of [
    ['another commit', packResponse(packOf(1, 1, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a blob', packResponse(packOf(1, 3, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a delta', packResponse(packOf(1, 7, content.length, deflateSync(content))), 'InvalidResponse'],
    ['many objects', packResponse(packOf(50_000, 1, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a commit that is larger than announced', packResponse(packOf(1, 1, 10, bomb)), 'InvalidResponse'],
    ['a commit of gigabytes', packResponse(packOf(1, 1, 2 ** 40, bomb)), 'InvalidResponse'],
    ['what cannot be inflated', packResponse(packOf(1, 1, 10, Buffer.alloc(50, 1))), 'InvalidResponse'],
    ['no pack', packResponse(Buffer.from('hello')), 'InvalidResponse'],
    ['an error', Buffer.from(`${dataPacket('ERR secret words')}0000`), 'SourceUnsupported'],
    [
      'an error in the pack',
      Buffer.from(`${dataPacket('packfile')}${dataPacket('\x03secret words')}0000`),
      'SourceUnsupported',
    ],
    ['a web page', Buffer.from('<!doctype html>'), 'InvalidResponse'],
  ] as const) {
    it(`are unknown if the server sends ${what}`, async () => {
      const url = await git.serve((request, answer) => {
        if (request.method === 'GET') greet(answer);
        else result(answer, body);
      });
      const web = await find(url);
      expect(web).to.include({ kind: 'unknown', reason });
      expect(JSON.stringify(web)).not.to.include('secret');
    });
  }

  it('are unknown if the server sends without an end', async () => {
    let sent = 0;
    const url = await git.serve((request, answer) => {
      if (request.method === 'GET') return greet(answer);
      answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      answer.write(dataPacket('packfile'));
      const part = packet(Buffer.concat([Buffer.from([1]), Buffer.alloc(60_000)]));
      const more = (): void => {
        for (let isFlowing = true; isFlowing && !answer.destroyed; sent += part.length) isFlowing = answer.write(part);
      };
      answer.on('drain', more);
      more();
    });
    expect(await find(url)).to.include({ kind: 'unknown', reason: 'InvalidResponse' });
    expect(sent).to.be.lessThan(16 * 2 ** 20);
  });
});

function greet(answer: ServerResponse): void {
  const lines = ['version 2', 'ls-refs', FETCH].map(dataPacket).join('');
  answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end(`${lines}0000`);
}

function result(answer: ServerResponse, body: Buffer): void {
  answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' }).end(body);
}

/** Returns the response with a pack. */
function packResponse(pack: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from(dataPacket('packfile'))];
  for (let start = 0; start < pack.length; start += 60_000) {
    parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(start, start + 60_000)])));
  }
  return Buffer.concat([...parts, Buffer.from('0000')]);
}

function packet(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Returns a pack that announces this count, and this type and size of its first object. */
function packOf(count: number, type: number, size: number, compressed: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const bytes = [];
  let rest = Math.floor(size / 16);
  bytes.push((rest > 0 ? 128 : 0) + type * 16 + (size % 16));
  for (; rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest >= 128 ? 128 : 0) + (rest % 128));
  return Buffer.concat([header, Buffer.from(bytes), compressed, Buffer.alloc(20)]);
}
