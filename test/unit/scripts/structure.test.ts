import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

const LONG_FILE = '\n'.repeat(45);

/** The figures of a work tree with these files. */
const CASES: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  figures: readonly string[],
])[] = [
  [
    'lines of code by place',
    {
      'src/a.ts': '// A comment.\n\n/** A docstring. */\nexport const A = `\none\n\n`; // The end.\n',
      'src/yaml/b.ts': '/* A\ncomment. */ const b = {\n  // Nothing.\n};\n',
      'translators/c.ts': 'let c;\n',
      'scripts/d.mjs': 'let d;\n',
      'scripts/site/node_modules/e/index.mjs': 'let e;\n',
      'export-guard/f.go': '// Package f.\npackage f\n/*\nNothing.\n*/\n',
      'export-guard/f_test.go': 'package f\n',
      'test/g.ts': 'let g;\n',
      'config/rbac.yaml': '# A comment.\nkind: Role\n',
      'config/settings.yaml': '# Written by npm run generate from src/install; do not edit.\nkind: ConfigMap\n',
      'config/300-crds/build.yaml': 'kind: CustomResourceDefinition\n',
    },
    [
      '9  lines of code, without comments, blank lines, generated files and tests',
      '6    in src',
      '1    in translators',
      '1    in Go',
      '1    in scripts',
      '1  lines of YAML in config, without generated files, definitions and samples',
      '1  folders directly in src',
      '3  files in src and translators',
    ],
  ],
  [
    'small files',
    {
      'src/main.ts': "import './a.ts';\nimport './views/b.ts';\nimport('./long.ts');\n",
      'src/a.ts': "import type { C } from './c.ts';\n",
      'src/c.ts': "export interface C {}\nexport type D = import('./d.ts').D;\n",
      'src/d.ts': 'export interface D {}\n',
      'src/views/b.ts': "import '../d.ts';\n",
      'src/long.ts': LONG_FILE + 'export {};\n',
      'test/c.test.ts': "import type { C } from '../src/c.ts';\n",
    },
    [
      '6  files in src and translators',
      '3    of at most 45 lines, for one file or one folder',
      '2    of at most 45 lines, for one file of the folder',
    ],
  ],
  [
    'small functions',
    {
      'src/a.ts': [
        'export function called() {}',
        'export function passed() {}',
        'export function calledTwice() {}',
        'export function tested() {}',
        'function long() {\n\n\n\n\n}',
        'const arrow = () => long();',
        'const object = { arrow };',
      ].join('\n'),
      'src/b.ts':
        "import { called as other, passed, calledTwice, tested } from './a.ts';\nconst called = other();\n[calledTwice(), calledTwice()].map(passed);\ntested(called);\n",
      'test/a.test.ts': "import { calledTwice, tested } from '../src/a.ts';\ntested();\ncalledTwice();\n",
    },
    ['3  functions below six lines with one caller and no test'],
  ],
  [
    'exports',
    {
      'src/a.ts': 'export const A = 1;\nexport const B = A;\nexport interface C {}\nexport function run() {}\n',
      'src/b.ts': "import { A, type C } from './a.ts';\nlet b: C = A;\n",
      'src/c.ts':
        "import { A } from './a.ts';\nlet c = { A };\nasync function load() {\n  const { run } = await import('./a.ts');\n  run();\n}\n",
      'test/b.test.ts': "import { B } from '../src/a.ts';\nlet b = B;\n",
      'scripts/d.mjs': "const { B } = require('../src/a.ts');\n",
    },
    ['3  exports with one user'],
  ],
];

describe('npm run structure', () => {
  for (const [title, files, expected] of CASES) {
    it(`counts ${title}`, () => {
      const workspace = makeWorkspace();
      try {
        workspace.write(files);
        const args = ['scripts/structure.mjs', workspace.path];
        const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
        expect(stderr).to.equal('');
        expect(stdout.split('\n').map((line) => line.trimStart())).to.include.members(expected);
      } finally {
        workspace.remove();
      }
    });
  }
});
