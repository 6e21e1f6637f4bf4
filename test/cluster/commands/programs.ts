import { ensurePrograms } from '../programs/build-programs.ts';
import { PROGRAMS, type ProgramName } from '../programs/program.ts';

/** `npm run test:programs`: builds what is missing of the bed's programs. */
async function main(): Promise<void> {
  const places = await ensurePrograms(Object.keys(PROGRAMS) as ProgramName[], console.error);
  for (const [name, place] of Object.entries(places)) console.log(`${name}\t${place}`);
}

void main();
