/** Internal files of `unbzip2-stream`, which has no types. bunzip2.ts explains their use. */
declare module 'unbzip2-stream/lib/bit_iterator.js';
declare module 'unbzip2-stream/lib/bzip2.js';
