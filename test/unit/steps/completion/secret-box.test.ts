import { expect } from 'chai';
import { openSecretBox } from '../../../../src/steps/completion/signing/secret-box.ts';

/** NaCl's own vector (Bernstein, "Cryptography in NaCl", section 10; tests/secretbox.c). */
const KEY = bytes('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389');
const NONCE = bytes('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37');
const BOX = bytes(
  'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b' +
    '4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da' +
    '99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5',
);
const CONTENT =
  'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f4' +
  '1db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52' +
  'f0a089bc76897040e082f937763848645e0705';

describe('openSecretBox', () => {
  it('opens a box with its key and nonce', () => {
    expect(Buffer.from(openSecretBox(BOX, NONCE, KEY) ?? []).toString('hex')).to.equal(CONTENT);
  });

  it('does not open a box with another key, nonce or content', () => {
    expect(openSecretBox(BOX, NONCE, changed(KEY, 31))).to.equal(undefined);
    expect(openSecretBox(BOX, changed(NONCE, 0), KEY)).to.equal(undefined);
    for (const place of [0, 15, 16, BOX.length - 1]) {
      expect(openSecretBox(changed(BOX, place), NONCE, KEY), `byte ${place}`).to.equal(undefined);
    }
  });

  it('does not open a box if an argument is too short', () => {
    expect(openSecretBox(BOX.subarray(0, 15), NONCE, KEY)).to.equal(undefined);
    expect(openSecretBox(BOX, NONCE.subarray(1), KEY)).to.equal(undefined);
    expect(openSecretBox(BOX, NONCE, KEY.subarray(1))).to.equal(undefined);
  });
});

function bytes(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}

function changed(content: Uint8Array, place: number): Uint8Array {
  return content.map((byte, index) => (index === place ? byte ^ 1 : byte));
}
