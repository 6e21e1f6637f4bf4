/** A run image and its mirrors, as a builder's label `io.buildpacks.builder.metadata` names them. */
export interface RunImage {
  readonly image: string;
  readonly mirrors?: readonly string[];
}

/** The run images in a builder's label: `stack.runImage`, and since Platform API 0.12 `images`. */
export interface RunImages {
  readonly stack?: RunImage;
  readonly images?: readonly RunImage[];
}

/** The names of the files in prepare's directory for run images. */
export const STACK_FILE = 'stack.toml';
export const RUN_FILE = 'run.toml';
