import { spawnSync } from 'node:child_process';
import type { AskForPods, KpackAnswer } from '../../unit/kpack/oracle.ts';

/** Returns a function that runs the program once for all requests (test/cluster/programs/kpack/cmd/kpack-pod). */
export function askPodProgram(program: string): AskForPods {
  return (questions) => {
    const { status, stdout, stderr, error } = spawnSync(program, {
      input: questions.map((question) => JSON.stringify(question)).join('\n'),
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`kpack-pod failed: ${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as KpackAnswer);
  };
}
