import type { FakeAnswer } from '../../registry/client-fake-registry.ts';
import type { BadInput } from './bad-input.ts';
import { endless } from './endless.ts';

/** The lifecycle's layer as another registry sends it when it is copied. */
function sent(what: string, answer: (content: Buffer) => FakeAnswer, said: string): BadInput {
  return {
    what,
    answer: ({ path }, _, { lifecycle }) => {
      const layer = lifecycle.layers.at(-1);
      const isAsked = layer?.content !== undefined && path === `/v2/lifecycle/blobs/${layer.digest}`;
      return isAsked ? answer(Buffer.from(layer.content)) : undefined;
    },
    says: [`error: <stdin>:9:12 spec.tag: F/lifecycle@lifecycle-layer-1: registry F ${said}`],
  };
}

const CHUNKED = { 'transfer-encoding': 'chunked' };

/** Layers that are not what their digest stands for, on their way from one registry to another. */
export const LAYERS: readonly BadInput[] = [
  sent(
    'a layer with one other byte',
    (content) => ({ body: content.fill('x', 1000, 1001) }),
    'has sha256:… in place of lifecycle-layer-1',
  ),
  sent(
    'a layer that is cut short',
    (content) => ({ body: content.subarray(0, 100) }),
    'sends 100 bytes in place of 8215',
  ),
  sent(
    'a layer that is cut short, without a length',
    (content) => ({ headers: CHUNKED, body: content.subarray(0, 100) }),
    'sends 100 bytes in place of 8215',
  ),
  sent(
    'a layer that is too long',
    (content) => ({ body: Buffer.concat([content, content]) }),
    'sends 16430 bytes in place of 8215',
  ),
  sent('a layer that does not end', () => ({ headers: CHUNKED, write: endless }), 'sends more bytes in place of 8215'),
  sent('an empty layer', () => ({}), 'sends 0 bytes in place of 8215'),
  sent(
    'a page for a layer',
    () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Sign in' }),
    'sends 13 bytes in place of 8215',
  ),
  sent('a layer that is gone', () => ({ status: 404 }), 'does not have it (404)'),
  sent('a part of a layer', (content) => ({ status: 206, body: content }), 'answers against the specification (206)'),
  sent(
    'a layer that nobody may read',
    () => ({ status: 403 }),
    'denies access (403); the account may lack the right to it',
  ),
];
