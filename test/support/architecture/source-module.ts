/** What the rules of the architecture ask of one file. */
export interface SourceModule {
  /** From the project's directory on, with slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly hasDefaultExport: boolean;
  /** Whatever of `process.env`, `process.exit()`, `Date.now()`, `new Date()`, … is written in it. */
  readonly uses: readonly string[];
}

export interface Import {
  /** A file of the project by its path, or else a package or `node:` module by its name. */
  readonly target: string;
  /** `type` leaves nothing at run time. */
  readonly kind: 'value' | 'type';
  /** Whether it takes a namespace by its name, as `import { z } from 'zod'` does. */
  readonly names: readonly string[];
}
