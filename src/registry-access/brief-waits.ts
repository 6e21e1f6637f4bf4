import { accountKey, type Account } from './account.ts';
import type { RegistryAccess } from './registry-access.ts';
import { StillAsking } from './still-asking.ts';
import { unless } from './unless.ts';

/** What tells the time and calls back later, in milliseconds. */
export interface Timer {
  readonly now: () => number;
  /** Answers with what takes it back. */
  readonly schedule: (delay: number, callback: () => void) => () => void;
}

type Questions = Pick<RegistryAccess, 'facts' | 'labels'>;

interface Question<T> {
  readonly answer: Promise<T>;
  readonly askedAt: number;
  answeredAt: number | undefined;
}

/** So long a question is waited for, however often it is asked. In milliseconds. */
const LONGEST_WAIT = 5_000;

/** So much later it is asked once more. */
const ASK_AGAIN = 5_000;

/** So long an answer is kept for who did not wait for it. */
const KEPT = 60_000;

/**
 * Questions that nobody waits for longer than a few seconds, so that registries which accept and never answer hold no
 * worker. Rejects with `StillAsking` then; the question goes on, and who asks again joins it or has its answer.
 */
export function waitingBriefly({ facts, labels }: Questions, timer: Timer): Questions {
  return { facts: brief(facts, timer), labels: brief(labels, timer) };
}

type Ask<T> = (image: string, account: Account | undefined, signal?: AbortSignal) => Promise<T>;

function brief<T>(ask: Ask<T>, timer: Timer): Ask<T> {
  const questions = new Map<string, Question<T>>();
  return async (image, account, signal) => {
    forgetOld(questions, timer.now());
    const key = `${accountKey(account)} ${image}`;
    const question = questions.get(key) ?? begin(ask(image, account), timer);
    questions.set(key, question);
    const late = new StillAsking(image, LONGEST_WAIT / 1000, ASK_AGAIN);
    await settledOr(question, late, timer, signal);
    if (questions.get(key) === question) questions.delete(key);
    return question.answer;
  };
}

function begin<T>(answer: Promise<T>, timer: Timer): Question<T> {
  const question: Question<T> = { answer, askedAt: timer.now(), answeredAt: undefined };
  const answered = (): void => {
    question.answeredAt = timer.now();
  };
  answer.then(answered, answered);
  return question;
}

function forgetOld(questions: Map<string, Question<unknown>>, now: number): void {
  for (const [key, { answeredAt = now }] of questions) if (now >= answeredAt + KEPT) questions.delete(key);
}

function ignore(): void {}

/** Resolves when there is an answer, or a refusal; rejects when it takes too long. */
async function settledOr(
  { answer, askedAt, answeredAt }: Question<unknown>,
  late: StillAsking,
  timer: Timer,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (answeredAt !== undefined) return;
  const left = askedAt + LONGEST_WAIT - timer.now();
  if (left <= 0) throw late;
  let cancel = ignore;
  const over = new Promise<never>((_, reject) => {
    cancel = timer.schedule(left, () => reject(late));
  });
  try {
    await unless(signal, Promise.race([answer.then(ignore, ignore), over]));
  } finally {
    cancel();
  }
}
