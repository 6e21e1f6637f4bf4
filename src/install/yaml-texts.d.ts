/** Modules of the files in `config/` are texts: esbuild puts the texts into the bundle, and ts-node reads the files. */
declare module '*.yaml' {
  const text: string;
  export = text;
}
