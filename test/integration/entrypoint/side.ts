/** One of the two entrypoints. */
export interface Side {
  readonly binary: string;
  /** Flags that keep the entrypoint's files for other processes out of the compared folder. */
  readonly ownFlags: (folder: string) => readonly string[];
  /** Separates the entrypoint's messages from the output of its command. */
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
    // Matches the entrypoint's log, and the usage of its flags, which ends the output.
    ownWords: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d .*\n|^(?:flag provided|invalid)[^]*/gm,
  };
}
