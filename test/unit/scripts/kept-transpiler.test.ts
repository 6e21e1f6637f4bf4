import { expect } from 'chai';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

interface Transpiler {
  readonly transpile: (source: string, options: { readonly fileName: string }) => { readonly outputText: string };
}

describe('the transpiler of tests and scripts', () => {
  const { create } = require(path.join(ROOT, 'scripts/testing/kept-transpiler.cjs')) as {
    readonly create: (options: unknown) => Transpiler;
  };
  let workspace: Workspace;
  let transpiled: string[];
  beforeEach(() => {
    workspace = makeWorkspace();
    transpiled = [];
  });
  afterEach(() => workspace.remove());

  const transformSync = (text: string): { readonly code: string; readonly map: string } => {
    // ts-node looks for the newest target with an empty source.
    if (text !== '') transpiled.push(text);
    return { code: `${text}, transpiled`, map: '{}' };
  };

  /** Transpiles as a new process does. */
  function transpile(
    source: string,
    fileName = 'a.ts',
    compilerOptions: Readonly<Record<string, unknown>> = {},
  ): string {
    const service = { config: { options: { target: 99, ...compilerOptions } } };
    return create({ folder: workspace.path, service, swc: { transformSync } }).transpile(source, { fileName })
      .outputText;
  }

  it('transpiles a source once', () => {
    expect([transpile('x'), transpile('x')]).to.deep.equal(['x, transpiled', 'x, transpiled']);
    expect(transpiled).to.deep.equal(['x']);
  });

  it('transpiles again after an edit, and keeps no result of the former source', () => {
    expect([transpile('x'), transpile('y'), transpile('x')]).to.deep.equal(
      ['x', 'y', 'x'].map((text) => `${text}, transpiled`),
    );
    expect(transpiled).to.deep.equal(['x', 'y', 'x']);
    expect(readdirSync(workspace.path)).to.have.length(1);
  });

  it('transpiles again with other options and for another file, whose name is in the source map', () => {
    transpile('x');
    transpile('x', 'b.ts');
    transpile('x', 'a.ts', { jsx: 4 });
    expect(transpiled).to.deep.equal(['x', 'x', 'x']);
  });

  it('transpiles again if the kept result is damaged', () => {
    transpile('x');
    for (const file of readdirSync(workspace.path)) writeFileSync(path.join(workspace.path, file), '{"state":');
    expect(transpile('x')).to.equal('x, transpiled');
    expect(transpiled).to.deep.equal(['x', 'x']);
  });
});
