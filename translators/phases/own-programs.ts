/** The image of our own steps, and where the programs are in it. */
export interface OwnPrograms {
  readonly image: string;
  readonly prepare: string;
  readonly completion: string;
  /** The waiter, which the `containers` layout copies from here. */
  readonly entrypoint: string;
}

/** The steps image's layout, whatever its name. */
export function ownPrograms(image: string): OwnPrograms {
  return {
    image,
    prepare: '/taskpack/bin/prepare',
    completion: '/taskpack/bin/completion',
    entrypoint: '/taskpack/bin/taskpack-entrypoint',
  };
}
