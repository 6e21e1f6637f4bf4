import { expect } from 'chai';
import { importCycles } from '../../support/architecture/cycles.ts';
import { defaultExports, forbiddenUses, namedNamespaces, vagueNames } from '../../support/architecture/house-rules.ts';
import { forbiddenImports, unneededPermissions, type Row } from '../../support/architecture/import-rules.ts';
import { readModule } from '../../support/architecture/read-module.ts';
import type { SourceModule } from '../../support/architecture/source-module.ts';

const TABLE: readonly Row[] = [
  { folder: 'src/model', folders: [], packages: ['semver'] },
  { folder: 'src/api', folders: ['src/model'], packages: ['zod'] },
  { folder: 'translators', folders: ['src/model'], typesOf: ['src/api'] },
  { folder: 'src/*', folders: ['src/model'] },
  { folder: 'src/cli', folders: 'all', packages: ['node:*'] },
];

const ALLOWED: readonly (readonly [string, string])[] = [
  ['src/model/a.ts', "import { b } from './b.ts'; import semver from 'semver/classes/semver.js';"],
  [
    'src/api/kpack/a.ts',
    "import { b } from '../../model/b.ts'; import { c } from '../meta/c.ts'; import * as z from 'zod';",
  ],
  ['translators/pod.ts', "import type { Build } from '../src/api/build.ts';"],
  ['src/index.ts', "export { a } from './model/a.ts'; export { b } from './options.ts';"],
  ['src/cli/main.ts', "import { stat } from 'node:fs/promises'; const a = await import('../api/a.ts');"],
];

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['src/model/a.ts', "import { b } from '../api/b.ts';", 'src/model/a.ts imports src/api/b.ts'],
  ['src/model/a.ts', "import type { b } from '../api/b.ts';", 'src/model/a.ts imports types of src/api/b.ts'],
  ['src/model/a.ts', "export * from '../api/b.ts';", 'src/model/a.ts imports src/api/b.ts'],
  ['src/model/a.ts', "import '../api/b.ts';", 'src/model/a.ts imports src/api/b.ts'],
  [
    'src/model/a.ts',
    "async function a() { return await import('../api/b.ts'); }",
    'src/model/a.ts imports src/api/b.ts',
  ],
  ['src/model/a.ts', "let b: import('../api/b.ts').B;", 'src/model/a.ts imports types of src/api/b.ts'],
  ['src/model/a.ts', "import { createRequire } from 'node:module';", 'src/model/a.ts imports node:module'],
  ['src/model/a.ts', "const fs = require('fs');", 'src/model/a.ts imports fs'],
  ['src/model/a.ts', "import * as yaml from 'js-yaml';", 'src/model/a.ts imports js-yaml'],
  ['src/api/a.ts', "import { run } from '../cli/run.ts';", 'src/api/a.ts imports src/cli/run.ts'],
  ['src/cli/a.ts', "import { a } from '../../test/support/a.ts';", 'src/cli/a.ts imports test/support/a.ts'],
  ['translators/pod.ts', "import { build } from '../src/api/build.ts';", 'translators/pod.ts imports src/api/build.ts'],
  ['src/index.ts', "export { a } from './api/a.ts';", 'src/index.ts imports src/api/a.ts'],
  ['src/new/a.ts', '', 'src/new/a.ts is in no folder of the table'],
];

function value(from: string, to: string): SourceModule {
  return readModule(`src/${from}.ts`, `import { x } from './${to}.ts';`);
}

function type(from: string, to: string): SourceModule {
  return readModule(`src/${from}.ts`, `import type { x } from './${to}.ts';`);
}

describe('the architecture rules', () => {
  for (const [file, text] of ALLOWED) {
    it(`allow ${text}`, () => expect(forbiddenImports([readModule(file, text)], TABLE)).to.deep.equal([]));
  }

  for (const [file, text, message] of REFUSED) {
    it(`find that ${message} by ${text}`, () =>
      expect(forbiddenImports([readModule(file, text)], TABLE)).to.deep.equal([message]));
  }

  it('find permissions that no import needs', () => {
    const table: readonly Row[] = [
      { folder: 'src/api', folders: ['src/model', 'src/yaml'], packages: ['zod', 'semver'] },
      { folder: 'src/cli/logs', name: 'src/cli', folders: ['src/kube', 'src/http'] },
      { folder: 'src/cli', folders: ['src/kube', 'src/http'], typesOf: ['src/api', 'src/kube'], packages: ['node:*'] },
    ];
    const modules = [
      readModule('src/api/a.ts', "import '../model/b.ts'; import './c.ts'; import * as z from 'zod';"),
      readModule('src/cli/logs/a.ts', "import '../../kube/b.ts';"),
      readModule('src/cli/a.ts', "import type { B } from '../api/b.ts'; import type { C } from '../kube/c.ts';"),
    ];
    expect(forbiddenImports(modules, table)).to.deep.equal([]);
    expect(unneededPermissions(modules, table)).to.deep.equal([
      'src/api may import src/yaml, and does not need to',
      'src/api may import semver, and does not need to',
      'src/cli may import src/http, and does not need to',
      'src/cli may import types of src/kube, and does not need to',
      'src/cli may import node:*, and does not need to',
    ]);
    expect(unneededPermissions([], [{ folder: 'src/cli', folders: 'all' }])).to.deep.equal([
      'src/cli may import all, and does not need to',
    ]);
  });

  it('find cycles of value imports', () => {
    expect(importCycles([value('a', 'b'), value('b', 'c'), type('c', 'a')])).to.deep.equal([]);
    expect(importCycles([value('a', 'b'), value('b', 'c'), value('c', 'b')])).to.deep.equal([
      'src/b.ts → src/c.ts → src/b.ts',
    ]);
    expect(importCycles([value('a', 'a')])).to.deep.equal(['src/a.ts → src/a.ts']);
  });

  it('find reserved uses', () => {
    const reserved = { 'process.env': ['src/cli'], 'new Date()': [], 'Date.now': [] };
    const text =
      "const a = process.env.A, b = new Date(), c = new Date(0), d = Date.now(); // process.exit\nconst e = 'Math.random';";
    expect(forbiddenUses([readModule('src/a.ts', text)], reserved)).to.deep.equal([
      'src/a.ts uses process.env',
      'src/a.ts uses new Date()',
      'src/a.ts uses Date.now',
    ]);
    expect(forbiddenUses([readModule('src/cli/a.ts', 'process.env')], reserved)).to.deep.equal([]);
    expect(forbiddenUses([readModule('src/clipper/a.ts', 'process.env')], reserved)).to.have.length(1);
  });

  const spreads = [
    'function a(flags: F) { return b({ now, ...flags }); }',
    'function a(given: LookupFlags) { return b({ now, ...given }); }',
    'function a({ namespace, ...rest }: LookupFlags) { return b({ now, ...rest }); }',
    'function a({ flags }: C) { const { namespace, ...rest } = flags; return { now, ...rest }; }',
    'const a = { now, ...command.opts() };',
    'const a = { now, ...showing.logsFlags };',
    'Object.assign(options, flags);',
  ];
  for (const text of spreads) {
    it(`find parsed flags that an object is made of in ${text}`, () =>
      expect(forbiddenUses([readModule('src/cli/a.ts', text)], { '...flags': [] })).to.deep.equal([
        'src/cli/a.ts uses ...flags',
      ]));
  }

  it('allow objects with parsed flags as one value, and lists of arguments that are called flags', () => {
    const text = 'const a = { now, selection: flags, ...sidecarOptions(flags) }; const b = [...flags]; run(...flags);';
    expect(forbiddenUses([readModule('src/cli/a.ts', text)], { '...flags': [] })).to.deep.equal([]);
  });

  it('find vague names, default exports and zod imported by name', () => {
    const files = [
      readModule('src/utils.ts', 'export default 1;'),
      readModule('src/util.test.ts', 'export default function a() {}'),
      readModule('src/helpers.ts', 'const a = 1; export { a as default };'),
      readModule('src/utilities-of-a-town.ts', "export const a = 1; export { default as b } from './b.ts';"),
      readModule('src/a.ts', "import { z } from 'zod';"),
      readModule('src/b.ts', "import type { z } from 'zod'; import * as y from 'zod';"),
    ];
    expect(vagueNames(files)).to.deep.equal(['src/utils.ts', 'src/util.test.ts', 'src/helpers.ts']);
    expect(defaultExports(files)).to.deep.equal(['src/utils.ts', 'src/util.test.ts', 'src/helpers.ts']);
    expect(namedNamespaces(files)).to.deep.equal(['src/a.ts']);
  });
});
