import { LONGEST_SENTENCE_WORDS, NAMES, RULES } from './rules.mjs';

/** Returns what the rules find in a text: `{ line, rule, sentence, advice }` each. */
export function findings({ kind, line, text }) {
  return sentencesOf(text).flatMap(({ sentence, offset }) => {
    const plain = withoutCode(sentence);
    const advices = [
      ...RULES.filter(({ pattern, but = [] }) => !but.includes(kind) && pattern.test(plain)).map(({ name, advice }) => [
        name,
        advice,
      ]),
      ...NAMES.filter(([pattern]) => pattern.test(plain)).map(([, word]) => ['name', `the field's word is "${word}"`]),
      ...lengthAdvice(kind, plain),
    ];
    return advices.map(([rule, advice]) => ({ line: line + offset, sentence, rule, advice }));
  });
}

/** A table cell is a list of facts, and a message may quote what a user wrote. */
function lengthAdvice(kind, plain) {
  const words = plain.split(/\s+/).filter((word) => /\w/.test(word)).length;
  if (kind === 'message' || kind === 'cell' || words <= LONGEST_SENTENCE_WORDS) return [];
  return [['long sentence', `${words} words: split the sentence`]];
}

/** Code, links and quoted words are not our prose. */
function withoutCode(text) {
  return text
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`\n]*`/g, 'CODE')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@\w+ [^}]*\}/g, 'CODE')
    .replace(/[“"][^”"\n]*[”"]/g, 'QUOTE')
    .replace(/\*\*/g, '');
}

function sentencesOf(text) {
  const sentences = [];
  let offset = 0;
  // A list within a comment is a sentence an item.
  for (const part of text.split(/(?<=[.!?;:]["')]?)\s+(?=[A-Z`"(])|\n\s*(?=[-*] )|\n\s*\n|(?=^@\w+)/m)) {
    if (part === undefined) continue;
    const sentence = part
      .replace(/^\s*[-*] /, '')
      .replace(/\s+/g, ' ')
      .trim();
    const skipped = text.indexOf(part);
    if (sentence !== '')
      sentences.push({ sentence, offset: text.slice(0, Math.max(0, skipped)).split('\n').length - 1 + offset });
  }
  return sentences;
}
