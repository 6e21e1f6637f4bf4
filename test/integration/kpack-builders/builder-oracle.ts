import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../src/model/json.ts';

/** A builder with all that it may use, in the words of the program (test/cluster/programs/kpack/cmd/builder-oracle). */
export interface OracleQuestion {
  /** `resolve` leaves the builder in memory, `assemble` pushes it. */
  readonly ask: 'resolve' | 'assemble';
  readonly builder: object;
  readonly buildpacks: readonly object[];
  readonly clusterBuildpacks: readonly object[];
  readonly clusterStore?: object;
  readonly clusterStack: object;
  readonly clusterLifecycle: object;
  /** Of the images in the statuses, where they are in no registry. */
  readonly platforms?: object;
}

/** What kpack makes of a builder, or its refusal, or that it died. */
export interface OracleAnswer {
  readonly refusal?: string;
  readonly crashed?: string;
  /** Of `resolve`: each entry of the order by itself, unless kpack recursed for ever. */
  readonly entries?: readonly (readonly OracleEntry[])[];
  readonly status?: JsonObject & { readonly order?: readonly JsonObject[] };
  /** Of `resolve`: the builder's label `io.buildpacks.buildpack.layers`. */
  readonly layers?: Readonly<Record<string, Readonly<Record<string, { readonly layerDiffID: string }>>>>;
  /** Of `assemble`: what the registry has of it. */
  readonly manifest?: string;
  readonly config?: string;
}

export interface OracleEntry {
  readonly refusal?: string;
  readonly crashed?: string;
  readonly buildpack?: {
    readonly id: string;
    readonly version: string;
    readonly diffId: string;
    /** Whom its layer is pulled as. */
    readonly account: { readonly name: string; readonly namespace: string };
  };
}

/** kpack, waiting for questions. */
export interface BuilderOracle {
  ask(question: OracleQuestion): Promise<OracleAnswer>;
  close(): Promise<void>;
}

/** Starts the program; it lives until it is closed. */
export function startBuilderOracle(program: string): BuilderOracle {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const succeeded = async (): Promise<void> => {
    const code = await ended;
    if (code !== 0) throw new Error(`builder-oracle ended with ${code}`);
  };
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const answer = await answers.next();
      if (answer.done !== true) return JSON.parse(answer.value) as OracleAnswer;
      await succeeded();
      throw new Error('builder-oracle has left a question open');
    },
    async close() {
      child.stdin.end();
      await succeeded();
    },
  };
}
