const ROUNDS = 20;

/** `expand 32-byte k` as words (Salsa20 specification, section 9). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

/** The words of each quarter-round: first the columns, then the rows (sections 4 to 6). */
const QUARTERS = [
  [0, 4, 8, 12],
  [5, 9, 13, 1],
  [10, 14, 2, 6],
  [15, 3, 7, 11],
  [0, 1, 2, 3],
  [5, 6, 7, 4],
  [10, 11, 8, 9],
  [15, 12, 13, 14],
] as const;

/** The steps of a quarter-round: the changed word, the two words that are added, and the rotation (section 3). */
const STEPS = [
  [1, 0, 3, 7],
  [2, 1, 0, 9],
  [3, 2, 1, 13],
  [0, 3, 2, 18],
] as const;

/** Returns bytes of XSalsa20's key stream (Bernstein, "Extending the Salsa20 nonce"). The key has 32 bytes, the nonce 24. */
export function xsalsa20(key: Uint8Array, nonce: Uint8Array, length: number): Uint8Array {
  const subKey = hsalsa20(key, nonce.subarray(0, 16));
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) => {
    const counter = Buffer.alloc(8);
    counter.writeUInt32LE(index);
    return block(subKey, Buffer.concat([nonce.subarray(16), counter]));
  });
  return Buffer.concat(blocks).subarray(0, length);
}

/** Derives a key from the first 16 bytes of the nonce. Only words of the final state that do not reveal the input are used. */
function hsalsa20(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const state = rounds(initialState(key, nonce));
  return bytesOf([0, 5, 10, 15, 6, 7, 8, 9].map((index) => state[index] ?? 0));
}

function block(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const initial = initialState(key, nonce);
  return bytesOf([...rounds(initial)].map((word, index) => (word + (initial[index] ?? 0)) >>> 0));
}

function initialState(key: Uint8Array, nonce: Uint8Array): Uint32Array {
  const [zero, one, two, three] = CONSTANTS;
  const [keyWords, nonceWords] = [wordsOf(key), wordsOf(nonce)];
  const words = [zero, ...keyWords.slice(0, 4), one, ...nonceWords, two, ...keyWords.slice(4), three];
  return Uint32Array.from(words);
}

function rounds(initial: Uint32Array): Uint32Array {
  const state = Uint32Array.from(initial);
  for (let round = 0; round < ROUNDS; round += 2) {
    for (const quarter of QUARTERS) {
      for (const [changed, one, other, distance] of STEPS) {
        const sum = ((state[quarter[one]] ?? 0) + (state[quarter[other]] ?? 0)) >>> 0;
        const place = quarter[changed];
        state[place] = (state[place] ?? 0) ^ ((sum << distance) | (sum >>> (32 - distance)));
      }
    }
  }
  return state;
}

function wordsOf(bytes: Uint8Array): readonly number[] {
  const buffer = Buffer.from(bytes);
  return Array.from({ length: bytes.length / 4 }, (_, index) => buffer.readUInt32LE(index * 4));
}

function bytesOf(words: readonly number[]): Uint8Array {
  const buffer = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => buffer.writeUInt32LE(word, index * 4));
  return buffer;
}
