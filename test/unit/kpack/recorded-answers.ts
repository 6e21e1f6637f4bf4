import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ROOT } from '../../support/command.ts';

/** The programs with kpack's code whose answers depend on the question alone. */
export type RecordedOracle = 'builder-oracle' | 'image-oracle' | 'keychain-oracle' | 'kpack-pod' | 'status-oracle';

/** Asks a program, or looks the answer up. */
export type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

/** The answers of a program by key, as JSON. */
export type Answers = ReadonlyMap<string, string>;

const FOLDER = path.join(ROOT, 'test/unit/kpack/answers');
const PROGRAMS = path.join(ROOT, 'test/cluster/programs/kpack');
/** A prefix of SHA-256 that is long enough for a million questions. */
const KEY_CHARACTERS = 16;
/** Enough of a question to find its test. */
const SHOWN_CHARACTERS = 400;
/** 16 MiB, because answers that resemble each other stand far apart. */
const WINDOW_BITS = 24;

/** The answers of a program in the repository. */
export interface RecordedAnswers<Question, Answer> {
  /** Throws for a question without an answer. */
  readonly answer: (question: Question) => Answer;
  /** The same, as a program answers. */
  readonly ask: Ask<Question, Answer>;
  /** Returns the keys of the answers that no question has used. */
  readonly unused: () => readonly string[];
}

/** Reads the answers that `npm run record:kpack` has recorded. */
export function recordedAnswers<Question, Answer>(oracle: RecordedOracle): RecordedAnswers<Question, Answer> {
  const answers = readAnswers(oracle);
  const keyOf = questionKeys(oracle);
  const used = new Set<string>();
  const answer = (question: Question): Answer => {
    const text = JSON.stringify(question);
    const key = keyOf(text);
    const found = answers.get(key);
    if (found === undefined) {
      const shown = text.slice(0, SHOWN_CHARACTERS);
      throw new Error(`kpack's answer is not recorded: run npm run record:kpack. ${oracle} has no answer to: ${shown}`);
    }
    used.add(key);
    return JSON.parse(found) as Answer;
  };
  return {
    answer,
    ask: async (question) => answer(question),
    unused: () => [...answers.keys()].filter((key) => !used.has(key)),
  };
}

/** Returns the key of a question as JSON. Another version of kpack, or another source of the program, gives other keys. */
export function questionKeys(oracle: RecordedOracle): (question: string) => string {
  const program = hashOf(kpackVersion(), ...sourcesOf(`cmd/${oracle}`), ...sourcesOf('internal/oracle'));
  return (question) => hashOf(program, question).slice(0, KEY_CHARACTERS);
}

/** Returns the file with the answers of a program. */
export function answersFile(oracle: RecordedOracle): string {
  return path.join(FOLDER, `${oracle}.br`);
}

export function readAnswers(oracle: RecordedOracle): Answers {
  return decodeAnswers(readFileSync(answersFile(oracle)));
}

/** Reads what `encodeAnswers` has written. Throws if a question has two answers. */
export function decodeAnswers(content: Uint8Array): Answers {
  const lines = brotliDecompressSync(content).toString().split('\n').slice(0, -1);
  const answers = new Map(lines.map((line) => [line.slice(0, KEY_CHARACTERS), line.slice(KEY_CHARACTERS + 1)]));
  if (answers.size < lines.length) throw new Error('a question has two recorded answers: run npm run record:kpack');
  return answers;
}

/** Returns the content of a file of answers: compressed lines in the order of the keys. */
export function encodeAnswers(answers: Answers): Buffer {
  const lines = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, answer]) => `${key} ${answer}\n`);
  return brotliCompressSync(lines.join(''), { params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS } });
}

function kpackVersion(): string {
  const [, version] =
    /github\.com\/pivotal\/kpack (v\S+)/.exec(readFileSync(path.join(PROGRAMS, 'go.mod'), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${PROGRAMS}/go.mod names no version of kpack`);
  return version;
}

function sourcesOf(folder: string): readonly string[] {
  const files = readdirSync(path.join(PROGRAMS, folder)).filter((file) => file.endsWith('.go'));
  return files.toSorted().map((file) => `${file}\0${readFileSync(path.join(PROGRAMS, folder, file), 'utf8')}`);
}

function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}
