/** Matches control characters, line separators and marks that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns the text with control characters escaped, so that a message that quotes hostile input stays on one line. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
  });
}

/** Stands for a line that is shown neither whole nor in part, because its end alone can be the end of a secret. */
export const LINE_TOO_LONG = '(line too long)';
