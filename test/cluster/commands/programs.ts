import { ensurePrograms } from '../programs/build-programs.ts';
import { PROGRAMS, type ProgramName } from '../programs/program.ts';

/** `npm run test:programs`: builds what is missing of the bed's programs. */
async function main(): Promise<void> {
  // Tests that run meanwhile begin with what every cluster needs, which comes first.
  const names = Object.keys(PROGRAMS).toReversed() as ProgramName[];
  const places = await ensurePrograms(names, console.error);
  for (const [name, place] of Object.entries(places)) console.log(`${name}\t${place}`);
}

void main();
