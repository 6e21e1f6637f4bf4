import type { FakeAnswer } from '../../registry/client-fake-registry.ts';
import type { BadInput } from './bad-input.ts';
import { endless } from './endless.ts';

/** The layer of the lifecycle as the other registry sends the layer during the copy. */
function sent(what: string, answer: (content: Buffer) => FakeAnswer, said: string): BadInput {
  return {
    what,
    answer: ({ path }, _, { lifecycle }) => {
      const layer = lifecycle.layers.at(-1);
      const isAsked = layer?.content !== undefined && path === `/v2/lifecycle/blobs/${layer.digest}`;
      return isAsked ? answer(Buffer.from(layer.content)) : undefined;
    },
    says: [`error: <stdin>:9:12 spec.tag: F/lifecycle@lifecycle-layer-1: ${said}`],
  };
}

const CHUNKED = { 'transfer-encoding': 'chunked' };

/** Layers that do not match their digest when they are copied between registries. */
export const LAYERS: readonly BadInput[] = [
  sent(
    'a layer with one other byte',
    (content) => ({ body: content.fill('x', 1000, 1001) }),
    'registry F has content with the digest sha256:… instead of lifecycle-layer-1',
  ),
  sent(
    'a layer that is cut short',
    (content) => ({ body: content.subarray(0, 100) }),
    'registry F sends 100 bytes instead of 14359',
  ),
  sent(
    'a layer that is cut short, without a length',
    (content) => ({ headers: CHUNKED, body: content.subarray(0, 100) }),
    'registry F sends 100 bytes instead of 14359',
  ),
  sent(
    'a layer that is too long',
    (content) => ({ body: Buffer.concat([content, content]) }),
    'registry F sends 28718 bytes instead of 14359',
  ),
  sent(
    'a layer that does not end',
    () => ({ headers: CHUNKED, write: endless }),
    'registry F sends more than 14359 bytes',
  ),
  sent('an empty layer', () => ({}), 'registry F sends 0 bytes instead of 14359'),
  sent(
    'a page for a layer',
    () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Sign in' }),
    'registry F sends 13 bytes instead of 14359',
  ),
  sent(
    'a layer that is gone',
    () => ({ status: 404 }),
    'not found at registry F (404); check the name, and that the account has access to the repository',
  ),
  sent(
    'a part of a layer',
    (content) => ({ status: 206, body: content }),
    'registry F sends a response that violates the specification (206); check that the host is a registry',
  ),
  sent(
    'a layer that nobody may read',
    () => ({ status: 403 }),
    'registry F denies access (403); check that the account has access to the repository',
  ),
];
