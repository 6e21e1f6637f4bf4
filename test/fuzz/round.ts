import * as fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { keptCases } from './corpus.ts';
import { TARGETS } from './targets.ts';

/** The result of a round, which the process prints as its last line. */
export interface RoundResult {
  /** The number of cases by ending: `value` or the code of an error. */
  readonly endings: Readonly<Record<string, number>>;
  readonly finding?: { readonly input: unknown; readonly message: string; readonly shrinks: number };
}

/** The memory that no case needs. More of it ends the process, and the case of the file is the finding. */
const MAX_MEGABYTES = 700;

/**
 * Runs cases of one target for some seconds in a process of its own, because a case can block or end a process. Writes each
 * case to a file before the case runs.
 */
async function runRound([name = '', seed = '0', seconds = '1', file = '']: readonly string[]): Promise<RoundResult> {
  const target = TARGETS.find((one) => one.name === name);
  if (target === undefined) throw new Error(`no target is named ${name}`);
  const endings = new Map<string, number>();
  const property = fc.asyncProperty(target.cases, async (input) => {
    writeFileSync(file, JSON.stringify(input));
    const ending = await target.check(input);
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
    const megabytes = process.resourceUsage().maxRSS / 1024;
    if (megabytes > MAX_MEGABYTES) {
      console.log(`a case needs ${Math.round(megabytes)} MB of memory`);
      process.kill(process.pid, 'SIGKILL');
    }
  });
  const { failed, counterexample, errorInstance, numShrinks } = await fc.check(property, {
    seed: Number(seed),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: Number(seconds) * 1000,
    examples: keptCases(name).map(({ input }) => [input] as const),
  });
  const counts = { endings: Object.fromEntries(endings) };
  if (!failed || counterexample === null) return counts;
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { ...counts, finding: { input: counterexample[0], message, shrinks: numShrinks } };
}

runRound(process.argv.slice(1)).then(
  (result) => console.log(JSON.stringify(result)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
