/** The text of one item of a list, or at the end the text of the list without its items. */
export interface ListPart {
  readonly kind: 'item' | 'list';
  readonly text: string;
}

const QUOTE = 34;
const BACKSLASH = 92;
const [OPENING_BRACKET, CLOSING_BRACKET] = [91, 93];
const [OPENING_BRACE, CLOSING_BRACE] = [123, 125];

/** The text before the `[` of a list's items. */
const BEFORE_ITEMS = /[{,\s]"items"\s*:\s*$/;

/**
 * Splits the JSON of a Kubernetes list into its items, so that they can be parsed one by one.
 * Reports only items that are objects or lists. Does not check the JSON: the parser of the texts rejects what is invalid, and
 * the last text is incomplete if the stream was cut.
 */
export async function* splitList(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ListPart> {
  const decoder = new TextDecoder();
  let place: 'list' | 'between-items' | 'item' = 'list';
  let [open, isString, isEscaped] = [0, false, false];
  let list = '';
  // A large item arrives in many chunks. Joining them once keeps this linear.
  let item: string[] = [];
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) isString = false;
      } else if (code === QUOTE) isString = true;
      else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
        open += 1;
        if (place === 'list' && open === 2 && BEFORE_ITEMS.test(list + text.slice(start, at))) {
          list += text.slice(start, at + 1);
          place = 'between-items';
        } else if (place === 'between-items') {
          start = at;
          place = 'item';
        }
      } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
        open -= 1;
        if (place === 'item' && open === 2) {
          yield { kind: 'item', text: item.join('') + text.slice(start, at + 1) };
          item = [];
          place = 'between-items';
        } else if (place === 'between-items') {
          start = at;
          place = 'list';
        }
      }
    }
    if (place === 'list') list += text.slice(start);
    else if (place === 'item') item.push(text.slice(start));
  }
  yield { kind: 'list', text: list };
}
