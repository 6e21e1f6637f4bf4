import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A program that reads JSON requests and writes JSON responses, one line each. */
export interface LineProgram<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts the program, which runs until `close` is called. Sends one request at a time. */
export function startLineProgram<Question, Answer>(program: string): LineProgram<Question, Answer> {
  const name = path.basename(program);
  // kpack never removes its temporary files of layers.
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: folder } });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)).finally(
    () => rmSync(folder, { recursive: true }),
  );
  const succeeded = async (): Promise<void> => {
    const code = await ended;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  };
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const answer = await answers.next();
      if (answer.done !== true) return JSON.parse(answer.value) as Answer;
      await succeeded();
      throw new Error(`${name} has left a question open`);
    },
    async close() {
      child.stdin.end();
      await succeeded();
    },
  };
}
