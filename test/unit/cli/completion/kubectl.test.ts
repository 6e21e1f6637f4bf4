import { expect } from 'chai';
import { Readable, Writable } from 'node:stream';
import { kubectlOffer, type KubectlOffer } from '../../../../src/cli/completion/kubectl.ts';
import { outlineOf } from '../../../../src/cli/completion/outline.ts';
import { createProgram } from '../../../../src/cli/program.ts';

/** Words after `kubectl taskpack`, the last one incomplete, and what completes it. */
const OFFERS: readonly (readonly [string, Partial<KubectlOffer>])[] = [
  ['tr', { words: ['translate', 'trigger'] }],
  ['builder d', { words: ['digest'] }],
  ['translate --to ', { words: ['taskrun', 'pod'] }],
  ['translate --to p', { words: ['pod'] }],
  ['translate --platform', { words: ['--platform', '--platform-api'] }],
  ['translate -f ', { isFile: true }],
  ['report --from ', { isFile: true }],
  ['why --source ', { isFile: true }],
  ['translate --to pod ', {}],
  ['logs ', { objects: ['images', 'builds'] }],
  ['logs -n ', { objects: ['namespaces'] }],
  ['logs --follow ', { objects: ['images', 'builds'] }],
  ['help builder ', { words: ['digest', 'publish'] }],
];

describe("completion of kubectl's plugin", () => {
  const nothing = new Writable();
  const program = createProgram(
    { input: Readable.from([]), output: nothing, errors: nothing, environment: {} },
    'kubectl taskpack',
  );
  const outline = outlineOf(program);

  for (const [line, offer] of OFFERS) {
    it(`offers for "${line}" what can follow`, () => {
      expect(kubectlOffer(outline, line.split(' '))).to.deep.equal({ words: [], objects: [], isFile: false, ...offer });
    });
  }
});
