import { config } from 'zod';

/**
 * Has zod interpret schemas and not compile each at its first use, which takes longer than a command's few documents;
 * 10,000 documents take as long either way, and `taskpack inspect`, which reads no files, gains nothing. Only for
 * schemas that are made afterwards.
 */
export function interpretSchemas(): void {
  config({ jitless: true });
}
