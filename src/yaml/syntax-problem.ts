import { EVENT_ID, type Event, type YAMLException } from 'js-yaml';
import { collectionKey } from './collection-key.ts';
import { eventStart } from './event-start.ts';
import { scalarText, type YamlText } from './yaml-text.ts';

/** What is wrong with a text, and where. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

/** The parser's words that quote the text, which may be a secret, and ours instead. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^unidentified alias/, 'this alias refers to no anchor; quote a value that begins with *'],
  [/^unknown \w+ tag|^undeclared tag|^tag name/, 'this tag is not known; quote a value that begins with !'],
  [/^cannot resolve a node/, 'this value does not fit its tag'],
  [/non-printable|expected valid JSON character/, 'is not YAML or JSON text'],
  [/^nesting exceeded/, 'is nested too deeply'],
  [/^(?:merge keys exceeded|abnormal merge)/, 'merges too many keys'],
  [/^cannot merge/, 'a merge key takes a mapping or a list of mappings'],
];

/** What the parser found, in words that show nothing of the text but names of keys. */
export function syntaxProblem(error: YAMLException, { text, events }: YamlText): SyntaxProblem {
  const offset = error.mark?.position ?? 0;
  if (error.reason === 'duplicated mapping key') return duplicateKey(text, events, offset);
  if (error.reason.startsWith('object-based map')) {
    return { offset: collectionKey({ text, events }) ?? offset, message: 'a key must be a text' };
  }
  if (/^(?:deficient indentation|unexpected end)/.test(error.reason) && text.slice(offset).trim() === '') {
    return { offset, message: 'is not valid YAML: ends before a bracket or quote is closed' };
  }
  const sentence = SENTENCES.find(([pattern]) => pattern.test(error.reason))?.[1];
  return { offset, message: sentence ?? `is not valid YAML: ${error.reason}` };
}

// The parser points at the properties of the key or behind its opening quote.
function duplicateKey(text: string, events: readonly Event[], offset: number): SyntaxProblem {
  const key = events.find((event) => event.type === EVENT_ID.SCALAR && isAt(event, offset));
  if (key?.type !== EVENT_ID.SCALAR) return { offset, message: 'duplicate key' };
  return { offset: eventStart(text, key), message: `duplicate key ${JSON.stringify(scalarText(text, key))}` };
}

function isAt(event: { valueStart: number; tagStart: number; anchorStart: number }, offset: number): boolean {
  return event.valueStart === offset || event.tagStart === offset || event.anchorStart === offset;
}
