import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractZip } from '../../../../../src/steps/prepare/archive/extract-zip.ts';
import type { Tree } from '../../../../../src/steps/prepare/archive/tree.ts';
import { zipBytes } from '../../../../support/archives/zip-bytes.ts';
import { makeWorkspace } from '../../../../support/workspace.ts';

/** Takes its time before it reads a file's content, as a slow disk does. */
const SLOW_TREE: Tree = {
  directory: async () => undefined,
  file: async (_, __, content) => {
    await sleep(50);
    for await (const chunk of content) expect(chunk).to.have.property('length');
  },
  symlink: async () => undefined,
  hardLink: async () => undefined,
  isDirectory: () => false,
  remove: async () => undefined,
  namesIn: async () => [],
  finish: async () => undefined,
};

describe('a zip file', () => {
  it('fails when the invalid content is read, not earlier', async () => {
    const workspace = makeWorkspace();
    try {
      const file = path.join(workspace.path, 'archive');
      writeFileSync(file, zipBytes([{ name: 'zeros', content: '0'.repeat(100_000), isDeflated: true, size: 5 }]));
      const error = await extractZip(file, SLOW_TREE, 0).catch((cause: unknown) => cause);
      expect(error).to.have.property('message').that.includes('too many bytes');
    } finally {
      workspace.remove();
    }
  });
});
