import { type Event, EVENT_ID, type YAMLException } from 'js-yaml';
import { likelyMistake, QUOTE_NOT_CLOSED, unclosedQuote } from './likely-mistake.ts';
import type { SyntaxProblem } from './syntax-problem.ts';
import { eventStart, scalarText, type YamlText } from './yaml-events.ts';

/** Messages that replace js-yaml's messages. js-yaml's quote the text, which may be a secret. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^unidentified alias/, 'this alias refers to no anchor; quote a value that begins with *'],
  [/^unknown \w+ tag|^undeclared tag|^tag name/, 'unknown tag; quote a value that begins with !'],
  [/^cannot resolve a node/, 'this value does not match its tag; correct the value or remove the tag'],
  [/non-printable|expected valid JSON character/, 'is not valid YAML or JSON: contains a control character'],
  [/^nesting exceeded/, 'is nested too deeply; use fewer levels'],
  [/^(?:merge keys exceeded|abnormal merge)/, 'merges too many keys; use fewer merge keys'],
  [
    /^deficient indentation/,
    'is not valid YAML: a line inside brackets or quotes must be indented more than its key; the file has too many such lines for taskpack to indent, so indent this and all others',
  ],
  [/^cannot merge/, 'the value of a merge key must be a mapping or a list of mappings'],
];

/**
 * Converts js-yaml's exception into a message that quotes nothing of the text except keys. `indentedAt` are the offsets of
 * indentation that was not written.
 */
export function syntaxProblem(
  error: YAMLException,
  { text, events }: YamlText,
  indentedAt: readonly number[],
): SyntaxProblem {
  const isCollectionKey = error.reason.startsWith('object-based map');
  const offset = (isCollectionKey ? collectionKey({ text, events }) : undefined) ?? error.mark?.position ?? 0;
  const template = templateBefore(text, offset);
  if (template !== undefined) return template;
  if (error.reason === 'duplicated mapping key') return duplicateKey(text, events, offset);
  if (isCollectionKey) return { offset, message: 'a key must be a string, not a list or mapping' };
  if (
    /^(?:deficient indentation|unexpected end)/.test(error.reason) &&
    /^\s*(?:$|---|\.\.\.)/.test(text.slice(offset))
  ) {
    const quote = unclosedQuote(text, offset);
    if (quote !== undefined) return { offset: quote, message: QUOTE_NOT_CLOSED };
    return { offset, message: 'is not valid YAML: a bracket or quote is not closed' };
  }
  const mistake = likelyMistake(error.reason, text, offset);
  if (mistake !== undefined) return mistake;
  const unclosed = unclosedBracket(text, offset, error.reason, indentedAt);
  if (unclosed !== undefined) return unclosed;
  const sentence = SENTENCES.find(([pattern]) => pattern.test(error.reason))?.[1];
  return { offset, message: sentence ?? `is not valid YAML: ${error.reason}` };
}

/** Returns the problem of JSON in a stream of several values. */
export function jsonProblem(text: string, offset: number): SyntaxProblem {
  const message = 'is not valid JSON; correct it, or write --- on a line of its own between all objects';
  return templateBefore(text, offset) ?? { offset, message };
}

/** Returns a problem if the line of the offset, or the line before, has an action of a Go template. */
function templateBefore(text: string, offset: number): SyntaxProblem | undefined {
  const start = text.lastIndexOf('\n', text.lastIndexOf('\n', offset - 1) - 1) + 1;
  const end = text.indexOf('\n', offset);
  const action = text.slice(start, end < 0 ? text.length : end).indexOf('{{');
  if (action < 0) return undefined;
  const message =
    'is not valid YAML: {{ begins an action of a template; render the template first, for example with ' +
    '"helm template", and read its output';
  return { offset: start + action, message };
}

/**
 * Returns the problem of a bracket that is not closed, if the fault comes soon after a line that had to be indented. Such a
 * line often belongs to no bracket.
 */
function unclosedBracket(
  text: string,
  offset: number,
  reason: string,
  indentedAt: readonly number[],
): SyntaxProblem | undefined {
  const start = indentedAt.findLast((inserted) => inserted <= offset);
  if (start === undefined || !/flow collection|node content|quoted scalar/.test(reason)) return undefined;
  if (/^\s*[\]}]/.test(text.slice(start, offset + 1))) return undefined;
  return { offset: start, message: 'is not valid YAML: a comma is missing, or a bracket or quote above is not closed' };
}

// js-yaml reports the offset of the key's tag or anchor, or the offset after its opening quote.
function duplicateKey(text: string, events: readonly Event[], offset: number): SyntaxProblem {
  const key = events.find((event) => event.type === EVENT_ID.SCALAR && isAt(event, offset));
  if (key?.type !== EVENT_ID.SCALAR) return { offset, message: 'duplicate key' };
  const [start, name] = [eventStart(text, key), scalarText(text, key)];
  return { offset: start, message: `duplicate key ${JSON.stringify(name)}${missingSeparator(text, start, name)}` };
}

/** Two files that are joined without a separator have the type of an object twice at the beginning of a line. */
function missingSeparator(text: string, start: number, name: string): string {
  const isTopLevel = start === 0 || /[\r\n\uFEFF]/.test(text.charAt(start - 1));
  if (!isTopLevel || (name !== 'apiVersion' && name !== 'kind')) return '';
  return '; if another object begins here, write --- on a line of its own before it';
}

function isAt(event: { valueStart: number; tagStart: number; anchorStart: number }, offset: number): boolean {
  return event.valueStart === offset || event.tagStart === offset || event.anchorStart === offset;
}

/** Returns the offset of the first key that is a list or mapping. YAML allows such keys, JSON does not. */
function collectionKey({ text, events }: YamlText): number | undefined {
  const frames: { isMapping: boolean; isKeyNext: boolean }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) frames.pop();
    const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
    const parent = frames.at(-1);
    if (parent?.isMapping === true && event.type !== EVENT_ID.POP) {
      if (parent.isKeyNext && isCollection) return eventStart(text, event);
      parent.isKeyNext = !parent.isKeyNext;
    }
    if (isCollection || event.type === EVENT_ID.DOCUMENT) {
      frames.push({ isMapping: event.type === EVENT_ID.MAPPING, isKeyNext: true });
    }
  }
  return undefined;
}
