import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the result is neither `undefined` nor an error, by default at intervals that grow from 50 to 250 ms. Rejects if a
 * process ends unexpectedly.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  options: { readonly seconds?: number; readonly died?: readonly Promise<string>[]; readonly every?: number } = {},
): Promise<T> {
  const { seconds = 30, died = [], every } = options;
  let pauseMs = every ?? 50;
  const deadline = performance.now() + seconds * 1000;
  const death = Promise.race([
    ...died.map((last) => last.then((words) => new Error(words))),
    new Promise<never>(() => undefined),
  ]);
  let last: unknown;
  while (performance.now() < deadline) {
    const answer = await Promise.race([attempt(ask), death]);
    if (answer instanceof Error) throw answer;
    if ('value' in answer) return answer.value;
    last = answer.problem;
    await sleep(pauseMs);
    if (every === undefined) pauseMs = Math.min(1.5 * pauseMs, 250);
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: last });
}

async function attempt<T>(
  ask: () => Promise<T | undefined>,
): Promise<{ readonly value: T } | { readonly problem: unknown }> {
  try {
    const value = await ask();
    return value === undefined ? { problem: undefined } : { value };
  } catch (problem) {
    return { problem };
  }
}
