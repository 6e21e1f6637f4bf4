/** What a source may have at most. */
export interface SourceLimits {
  /** Of what is downloaded, and once more of what that unpacks to. */
  readonly bytes: number;
  /** Files, directories and links. */
  readonly entries: number;
}
