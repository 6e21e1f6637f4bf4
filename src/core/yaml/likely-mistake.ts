import type { SyntaxProblem } from './syntax-problem.ts';

/** Faults that js-yaml reports where a text stops to be the value that it began as. */
const END_OF_VALUE = /^(?:bad indentation of|end of the stream or|can not read a block mapping entry)/;

/** Returns the usual cause of a fault at the offset, if the text shows it: a quote or a space that is missing. */
export function likelyMistake(reason: string, text: string, offset: number): SyntaxProblem | undefined {
  if (!END_OF_VALUE.test(reason)) return undefined;
  return textAfterQuote(text, offset) ?? valueWithoutQuotes(text, offset) ?? colonWithoutSpace(text, offset);
}

function valueWithoutQuotes(text: string, offset: number): SyntaxProblem | undefined {
  const first = text[offset] ?? '';
  if (['@', '`', '%'].includes(first)) {
    return { offset, message: `is not valid YAML: quote a value that begins with ${first}` };
  }
  const isInnerColon = first === ':' && /:[ \t]/.test(text.slice(lineStart(text, offset), offset));
  if (!isInnerColon) return undefined;
  return { offset, message: 'is not valid YAML: quote a value that has a colon and a space, or begin a new line' };
}

/** A key and its value without a space between. A colon before a slash belongs to a URL, and one before digits to a port. */
const COLON_WITHOUT_SPACE = /^(?![ \t]*-.*:\d)[ \t]*(?:-[ \t]+)*[A-Za-z][\w.-]*:(?![ \t/]|$)(?!.*:(?:[ \t]|$))/;

/** js-yaml reads `kind:Build` as a text, and reports the line after it. */
function colonWithoutSpace(text: string, offset: number): SyntaxProblem | undefined {
  const before = text.slice(0, lineStart(text, offset)).trimEnd();
  const start = lineStart(text, before.length);
  const line = before.slice(start);
  if (!COLON_WITHOUT_SPACE.test(line)) return undefined;
  return { offset: start + line.indexOf(':'), message: 'is not valid YAML: a space is missing after this colon' };
}

function textAfterQuote(text: string, offset: number): SyntaxProblem | undefined {
  if (!/["'][ \t]*$/.test(text.slice(lineStart(text, offset), offset))) return undefined;
  const opening = unclosedQuote(text, offset);
  if (opening === undefined) return undefined;
  if (opening < lineStart(text, offset)) return { offset: opening, message: QUOTE_NOT_CLOSED };
  const escaped = text[opening] === "'" ? "''" : '\\"';
  const message = `is not valid YAML: text follows the closing quote; write ${escaped} for a quote within the value`;
  return { offset, message };
}

export const QUOTE_NOT_CLOSED = 'is not valid YAML: this quote is not closed';

/** A quote where a value or an item of a list begins. Comments do not count. */
const OPENING_QUOTE =
  /^[ \t]*(?:(?:-[ \t]+)+|[^\s#"'][^\r\n#"']*?[:[{,][ \t]+|[^\s#"'][^\r\n#"']*?[[{]|)(?<quote>["'])/gm;

/**
 * Returns the offset of the first quote before `end` that has no closing quote, or whose closing quote is within a value. Finds
 * most of them: it does not parse the text, because js-yaml keeps nothing of a text with a fault.
 */
export function unclosedQuote(text: string, end: number): number | undefined {
  const opening = new RegExp(OPENING_QUOTE);
  for (let match = opening.exec(text); match !== null && opening.lastIndex <= end; match = opening.exec(text)) {
    const start = opening.lastIndex - 1;
    const closing = closingQuote(text, start);
    if (closing === undefined || !/^[ \t]*(?:$|[\r\n,\]}:]|[ \t]#)/.test(text.slice(closing + 1, closing + 200))) {
      return start;
    }
    opening.lastIndex = text.indexOf('\n', closing) < 0 ? text.length : text.indexOf('\n', closing);
  }
  return undefined;
}

function closingQuote(text: string, start: number): number | undefined {
  const quoted = text[start] === "'" ? /'[^']*(?:''[^']*)*'/y : /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
  quoted.lastIndex = start;
  return quoted.test(text) ? quoted.lastIndex - 1 : undefined;
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
