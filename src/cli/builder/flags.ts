/** The options that say which builders of which files a command is about. */
export interface BuilderFlags {
  readonly filename: readonly string[];
  readonly recursive?: true;
  readonly namespace?: string;
  readonly builder?: string;
}
