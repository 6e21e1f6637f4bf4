/** Whole lines of UTF-8. What comes after the last line's end is no line: the stream was cut there. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Of a long line there are many parts; joining them only once keeps this linear.
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    for (const other of others) {
      yield parts.join('');
      parts = [other];
    }
  }
}
