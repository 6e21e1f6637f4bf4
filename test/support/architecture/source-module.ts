/** The facts about one source file that the architecture rules check. */
export interface SourceModule {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly hasDefaultExport: boolean;
  /**
   * Property accesses, constructor calls without arguments, and parsed flags that an object is made of: `process.env`,
   * `new Date()`, `...flags`.
   */
  readonly uses: readonly string[];
}

export interface Import {
  /** The path of a project file, or the name of a package or `node:` module. */
  readonly target: string;
  /** A `type` import disappears at run time. */
  readonly kind: 'value' | 'type';
  /** The imported names: `z` for `import { z } from 'zod'`. */
  readonly names: readonly string[];
}
