/** One of the two entrypoints. */
export interface Side {
  readonly binary: string;
  /** Flags that keep what it writes for others out of the compared folder. */
  readonly ownFlags: (folder: string) => readonly string[];
  /** Parts the entrypoint's own words from those of its command. */
  readonly ownWords: RegExp;
}

export function ourSide(binary: string): Side {
  return {
    binary,
    ownFlags: (folder) => ['-termination_path', `${folder}/message`],
    ownWords: /^taskpack-entrypoint: .*\n/gm,
  };
}

export function tektonSide(binary: string): Side {
  return {
    binary,
    ownFlags: (folder) => ['-termination_path', `${folder}/message`, '-step_metadata_dir', `${folder}/metadata`],
    // Its log, and its flags' usage, which is all that comes then.
    ownWords: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d .*\n|^(?:flag provided|invalid)[^]*/gm,
  };
}
