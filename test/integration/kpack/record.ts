import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { WRITTEN } from '../../unit/kpack-builders/written/all.ts';
import {
  GENERATED as GENERATED_BUILDERS,
  generatedWorlds as generatedBuilders,
} from '../../unit/kpack-builders/generated/generated-worlds.ts';
import type { OracleAnswer, OracleQuestion } from '../../unit/kpack-builders/builder-oracle.ts';
import { judge as judgeBuilder } from '../../unit/kpack-builders/judge.ts';
import {
  GENERATED as GENERATED_IMAGES,
  generatedWorlds as generatedImages,
} from '../../unit/kpack-images/generated/generated-worlds.ts';
import type { ImageAnswer, ImageWorld } from '../../unit/kpack-images/image-oracle.ts';
import { judge as judgeImage, shownDifferences } from '../../unit/kpack-images/judge.ts';
import { WRITTEN_WORLDS } from '../../unit/kpack-images/written-worlds.ts';
import {
  keychainQuestions,
  type KeychainAnswer,
  type KeychainQuestion,
} from '../../unit/kpack-sources/git-annotations.ts';
import { judge as judgeStatus } from '../../unit/kpack-status/comparison.ts';
import { CONTAINERS_PODS } from '../../unit/kpack-status/pods/containers-pods.ts';
import { INIT_PODS } from '../../unit/kpack-status/pods/init-pods.ts';
import type { StatusAnswer, StatusQuestion } from '../../unit/kpack-status/status-oracle.ts';
import { inquire } from '../../unit/kpack/comparison.ts';
import {
  GENERATED as GENERATED_BUILDS,
  generatedSubjects,
  mistakenSubjects,
} from '../../unit/kpack/generated-subjects.ts';
import { goldenSubjects } from '../../unit/kpack/golden-subjects.ts';
import { askKpack } from '../../unit/kpack/oracle.ts';
import { questionOf } from '../../unit/kpack/question.ts';
import {
  answersFile,
  encodeAnswers,
  questionKeys,
  readAnswers,
  type Answers,
  type Ask,
  type RecordedOracle,
} from '../../unit/kpack/recorded-answers.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startLineProgram } from './line-program.ts';
import { askPodProgram } from './pod-program.ts';

/** Keeps the answer to a question and returns it as the tests read it. */
type Keep = <Answer>(question: unknown, answer: Answer) => Answer;

/** In seconds, as kpack writes times. */
const STARTED = Math.floor(Date.now() / 1000);
/** The part of a changed answer that a message shows before and after the first change. */
const SHOWN_CHARACTERS = 150;

/** Replaces the times at which kpack answered. The tests do not compare them, and two recordings are the same. */
const WITHOUT_TIMES: Partial<Readonly<Record<RecordedOracle, (answer: string) => string>>> = {
  'image-oracle': (answer) =>
    withoutConditionTimes(answer)
      .replaceAll(/\.\d{8}\.\d{6}"/g, '.20260102.030405"')
      .replaceAll(/manually triggered on [^"\\]*/g, 'manually triggered on Fri, 02 Jan 2026 03:04:05 +0000'),
  'kpack-pod': (answer) =>
    answer.replaceAll(/(?<="SOURCE_DATE_EPOCH","value":")\d+(?=")/g, (seconds) =>
      Number(seconds) < STARTED ? seconds : '1767323045',
    ),
  'status-oracle': withoutConditionTimes,
};

/** Asks each program all questions of the tests. Later questions depend on earlier answers. */
const SESSIONS: Readonly<Record<RecordedOracle, (program: string, keep: Keep) => Promise<void>>> = {
  'builder-oracle': session<OracleQuestion, OracleAnswer>(async (ask) => {
    const written = Object.values(WRITTEN).flatMap((worlds) => worlds.map(({ world }) => world));
    for (const world of [...written, ...generatedBuilders(GENERATED_BUILDERS)]) await judgeBuilder(world, ask);
  }),
  'image-oracle': session<ImageWorld, ImageAnswer>(async (ask) => {
    for (const { world } of WRITTEN_WORLDS) {
      await judgeImage(world, ask);
      await shownDifferences(world, ask);
    }
    for (const world of generatedImages(GENERATED_IMAGES)) await judgeImage(world, ask);
  }),
  'keychain-oracle': session<KeychainQuestion, KeychainAnswer>(async (ask) => {
    for (const question of [false, true].flatMap(keychainQuestions)) await ask(question);
  }),
  'kpack-pod': async (program, keep) => {
    const goldens = goldenSubjects().flatMap((golden) => golden.subjects);
    const subjects = [...goldens, ...mistakenSubjects(), ...generatedSubjects(GENERATED_BUILDS)];
    const askPods = askPodProgram(program);
    inquire(subjects, questionOf, (questions) =>
      askKpack((asked) => askPods(asked).map((answer, index) => keep(asked[index], answer)), questions),
    );
  },
  'status-oracle': session<StatusQuestion, StatusAnswer>(async (ask) => {
    for (const subject of [...INIT_PODS, ...CONTAINERS_PODS]) await judgeStatus(subject, ask);
  }),
};

function withoutConditionTimes(answer: string): string {
  return answer.replaceAll(/"lastTransitionTime":"[^"]*"/g, '"lastTransitionTime":"2026-01-02T03:04:05Z"');
}

function session<Question, Answer>(
  askAll: (ask: Ask<Question, Answer>) => Promise<void>,
): (program: string, keep: Keep) => Promise<void> {
  return async (program, keep) => {
    const running = startLineProgram<Question, Answer>(program);
    await askAll(async (question) => keep(question, await running.ask(question)));
    await running.close();
  };
}

/** Returns the answers of a program, without the times at which it wrote them. */
async function answersOf(oracle: RecordedOracle, program: string): Promise<Answers> {
  const answers = new Map<string, string>();
  const keyOf = questionKeys(oracle);
  await SESSIONS[oracle](program, (question, answer) => {
    const asked = JSON.stringify(question);
    const text = (WITHOUT_TIMES[oracle] ?? String)(JSON.stringify(answer));
    const key = keyOf(asked);
    if ((answers.get(key) ?? text) !== text) throw new Error(`${oracle} has two answers to ${asked}`);
    answers.set(key, text);
    return JSON.parse(text) as typeof answer;
  });
  return answers;
}

/** Returns a sentence if the recorded answers are not the program's. */
function difference(oracle: RecordedOracle, answers: Answers): string | undefined {
  const recorded: Answers = existsSync(answersFile(oracle)) ? readAnswers(oracle) : new Map();
  const missing = [...answers.keys()].filter((key) => !recorded.has(key));
  const unused = [...recorded.keys()].filter((key) => !answers.has(key));
  const changed = [...answers].filter(([key, answer]) => recorded.has(key) && recorded.get(key) !== answer);
  if (missing.length + unused.length + changed.length === 0) return undefined;
  const counts = `${missing.length} missing, ${unused.length} unused, ${changed.length} changed`;
  const shown = changed.slice(0, 1).map(([key, answer]) => firstChange(recorded.get(key) ?? '', answer));
  return [`the recorded answers of ${oracle} are not kpack's: ${counts}. Run npm run record:kpack.`, ...shown].join(
    '\n',
  );
}

function firstChange(recorded: string, answer: string): string {
  const place = answer.split('').findIndex((character, index) => recorded[index] !== character);
  const part = (text: string): string => text.slice(Math.max(0, place - SHOWN_CHARACTERS), place + SHOWN_CHARACTERS);
  return `recorded: … ${part(recorded)} …\nkpack:    … ${part(answer)} …`;
}

/** `npm run record:kpack [-- --check]`: writes the answers, or compares them with the recorded ones. */
async function main(args: readonly string[]): Promise<void> {
  const oracles = Object.keys(SESSIONS) as readonly RecordedOracle[];
  const programs = await ensurePrograms(oracles, console.error);
  const all = oracles.map(async (oracle) => [oracle, await answersOf(oracle, programs[oracle])] as const);
  for (const [oracle, answers] of await Promise.all(all)) {
    if (args.includes('--check')) report(difference(oracle, answers));
    else {
      mkdirSync(path.dirname(answersFile(oracle)), { recursive: true });
      writeFileSync(answersFile(oracle), encodeAnswers(answers));
      console.log(`${answers.size} answers of ${oracle}`);
    }
  }
}

function report(sentence: string | undefined): void {
  if (sentence === undefined) return;
  console.error(sentence);
  process.exitCode = 1;
}

main(process.argv.slice(1)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
