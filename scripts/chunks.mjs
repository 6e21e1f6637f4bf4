/**
 * Returns a program of chunks, esbuild's output with `splitting`, as one function of CommonJS's `require`. `target` are the options of
 * esbuild that name the Node to compile for.
 */
export async function programText(chunks, target) {
  refuseCycles(chunks);
  // A module that runs later than its chunk (esbuild's `__esm`) can assign its exports later.
  const late = chunks.flatMap(({ name, text }) => (text.includes('__esm(') ? [`"./${name}"`] : []));
  const functions = await Promise.all(chunks.map((chunk) => chunkFunction(chunk, late, target)));
  return withLoader(functions);
}

/** The name of the chunk that runs the program. */
export const ENTRY = 'main';

/**
 * Returns a chunk as a property whose value is a function of `require`, `exports` and `module`. V8 compiles such a function
 * when it is first called. So a command compiles only the chunks that it uses, and V8's compile cache contains no others.
 * Comments name the files with code in the chunk.
 */
async function chunkFunction({ name, text, files }, late, target) {
  const { transform } = await import('esbuild');
  // The launcher runs the program as a script, which cannot import modules: `import()` becomes `require`.
  const options = { ...target, format: 'cjs', supported: { 'dynamic-import': false } };
  const { code } = await transform(withConstants(text, late), options);
  const header = files.map((file) => `// ${file}\n`).join('');
  return `${JSON.stringify(`./${name}`)}(require, exports, module) {\n${header}${code}}`;
}

/** Matches esbuild's imports of names from another chunk. */
const CHUNK_IMPORT = /^import \{([^}]*)\} from ("\.\/[^"]*");$/gm;

/**
 * Makes imports from other chunks constants. As properties of a module, they would make a stream of Builds 10 % slower. A chunk has
 * all its exports when another one imports it, because `refuseCycles` finds no cycle. `late` are the chunks of which this is not true.
 */
function withConstants(text) {
  return text.replace(
    CHUNK_IMPORT,
    (_, names, chunk) => `const {${names.replaceAll(' as ', ': ')}} = require(${chunk});`,
  );
}

/** Throws if chunks import each other when they load. */
function refuseCycles(chunks) {
  const importsOf = new Map(
    chunks.map(({ name, text }) => [
      name,
      Array.from(text.matchAll(CHUNK_IMPORT), ([, , chunk]) => chunk.slice(3, -1)),
    ]),
  );
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) throw new Error(`chunks of the command import each other: ${[...path, name].join(', ')}`);
    if (done.has(name)) return;
    for (const next of importsOf.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const { name } of chunks) visit(name, []);
}

/** Returns the text of a function of `require` that runs the program. */
function withLoader(functions) {
  return `(function (requireFile) {
const chunks = {
${functions.join(',\n')}
};
const loaded = new Map();
function load(name) {
  if (!Object.hasOwn(chunks, name)) return requireFile(name);
  if (!loaded.has(name)) {
    const module = { exports: {} };
    loaded.set(name, module);
    chunks[name](load, module.exports, module);
  }
  return loaded.get(name).exports;
}
load('./${ENTRY}.js');
})`;
}
