/** What `unbzip2-stream` is made of, for which there are no types: see bunzip2.ts. */
declare module 'unbzip2-stream/lib/bit_iterator.js';
declare module 'unbzip2-stream/lib/bzip2.js';
