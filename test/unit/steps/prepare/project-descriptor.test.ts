import { expect } from 'chai';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { applyDescriptor } from '../../../../src/steps/prepare/apply-descriptor.ts';
import { PrepareError } from '../../../../src/core/model/step-failures/step-error.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

const TREE = {
  'app/cookie.jar': '',
  'app/deep/cookie.jar': '',
  'app/secrets/key': '',
  'app/media/a.jpg': '',
  'app/t.sh': '',
};

describe('prepare: the project descriptor', () => {
  let workspace: Workspace;
  let log: string[];
  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write(TREE);
    log = [];
  });
  afterEach(() => workspace.remove());

  const apply = async (text: string | undefined, given?: string) => {
    const app = path.join(workspace.path, 'app');
    if (text !== undefined) workspace.write({ [`app/${given ?? 'project.toml'}`]: text });
    const paths = {
      workspace: app,
      platform: '',
      credentials: '',
      projectMetadata: '',
      runImages: '',
      programs: '',
      nameFiles: [],
      exportGuard: '',
      tokens: '/tokens',
      waiter: '/waiter',
      waiterDirectory: '/waiter-directory',
    };
    const variables = await applyDescriptor({ paths, log: (line) => log.push(line) }, given);
    const files = readdirSync(app, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(app, path.join(entry.parentPath, entry.name)));
    return { variables, files: files.toSorted() };
  };
  const failure = async (text: string | undefined, given?: string): Promise<string> => {
    try {
      await apply(text, given);
    } catch (error) {
      if (error instanceof PrepareError) return `${error.code}: ${error.message}`;
      throw error;
    }
    throw new Error('this should have failed');
  };

  it('has keys in any case, as in kpack', async () => {
    const text = '[_]\nSchema-Version = "0.2"\n[IO.Buildpacks]\nExclude = ["*.jar"]\n[[io.Buildpacks.build.Env]]\n';
    const { variables, files } = await apply(`${text}Name = "A"\nVALUE = "1"\nvalue = "2"\n`);
    expect(variables).to.deep.equal([{ name: 'A', value: '2' }]);
    expect(files).to.deep.equal(['media/a.jpg', 'project.toml', 'secrets/key', 't.sh']);
    await apply('[Build]\nbuild.Exclude = ["*.jar"]\n');
    expect(log).to.deep.equal([
      'warning: project.toml: build.build.exclude is ignored in schema version 0.1: write build.exclude',
    ]);
  });

  it('is optional without projectDescriptorPath', async () => {
    expect(await apply(undefined)).to.deep.equal({
      variables: [],
      files: ['cookie.jar', 'deep/cookie.jar', 'media/a.jpg', 'secrets/key', 't.sh'],
    });
  });

  it('is required with projectDescriptorPath', async () => {
    expect(await failure(undefined, 'other.toml')).to.equal(
      'DescriptorInvalid: the source has no file "other.toml", which projectDescriptorPath names',
    );
  });

  for (const [what, text] of [
    ['without a schema', '[build]\ninclude = ["*.jar", "media"]\n[[build.env]]\nname = "A"\nvalue = "1"'],
    [
      'of 0.1',
      '[_]\nschema-version = "0.1"\n[build]\ninclude = ["*.jar", "media/"]\n[[build.env]]\nname = "A"\nvalue = "1"',
    ],
    [
      'of 0.2',
      '[_]\nschema-version = "0.2"\n[io.buildpacks]\ninclude = ["*.jar", "/media"]\n[[io.buildpacks.build.env]]\nname = "A"\nvalue = "1"',
    ],
    [
      'of 0.2, with the old name',
      '[_]\nschema-version = "0.2"\n[io.buildpacks]\ninclude = ["*.jar", "media/*"]\n[[io.buildpacks.env.build]]\nname = "A"\nvalue = "1"',
    ],
  ] as const) {
    it(`includes files and has variables ${what}`, async () => {
      expect(await apply(text, 'some/descriptor.toml')).to.deep.equal({
        variables: [{ name: 'A', value: '1' }],
        files: ['cookie.jar', 'deep/cookie.jar', 'media/a.jpg'],
      });
    });
  }

  it('excludes files', async () => {
    expect((await apply('[build]\nexclude = ["/cookie.jar", "secrets", "*.jpg", "project.toml"]')).files).to.deep.equal(
      ['deep/cookie.jar', 't.sh'],
    );
  });

  it('matches patterns case-sensitively', async () => {
    expect((await apply('[build]\nexclude = ["*.JAR", "T.sh"]')).files)
      .to.include('cookie.jar')
      .and.include('t.sh');
  });

  it('removes a symlink and keeps its target', async () => {
    mkdirSync(path.join(workspace.path, 'other'));
    workspace.write({ 'other/kept': '' });
    symlinkSync('../other', path.join(workspace.path, 'app/l'));
    await apply('[build]\nexclude = ["l", "kept"]');
    expect(readdirSync(path.join(workspace.path, 'other'))).to.deep.equal(['kept']);
    expect(readdirSync(path.join(workspace.path, 'app'))).not.to.include('l');
  });

  it('reports ignored settings', async () => {
    await apply('[_]\nschema-version = "0.2"\n[io.buildpacks]\nbuilder = "x"\n[[io.buildpacks.group]]\nid = "x"');
    await apply('[_]\nschema-version = "0.99"\n[build]\nexclude = ["*"]');
    expect(log).to.deep.equal([
      'info: buildpacks provided in project descriptor file will be ignored',
      'info: builder provided in project descriptor file will be ignored',
      'warning: project.toml is ignored, because its schema-version is not 0.1 or 0.2',
    ]);
    expect((await apply('')).files).to.include('t.sh');
  });

  const V2 = '[_]\nschema-version = "0.2"\n';
  for (const [what, text, lines] of [
    [
      'variables of 0.2 without a version',
      '[[io.buildpacks.build.env]]\nname = "A"\nvalue = "1"',
      ['io.buildpacks.build.env is ignored in schema version 0.1: write build.env, or set _.schema-version to "0.2"'],
    ],
    [
      'variables and patterns of 0.1 in 0.2',
      `${V2}[build]\nexclude = ["*"]\n[[build.env]]\nname = "A"\nvalue = "1"`,
      [
        'build.exclude is ignored in schema version 0.2: write io.buildpacks.exclude, or set _.schema-version to "0.1"',
        'build.env is ignored in schema version 0.2: write io.buildpacks.build.env, or set _.schema-version to "0.1"',
      ],
    ],
    [
      'a version outside its table',
      'schema-version = "0.2"\n[project]\nschema-version = "0.2"',
      [
        'schema-version is ignored: write schema-version in the table [_]',
        'project.schema-version is ignored: write schema-version in the table [_]',
      ],
    ],
    [
      'patterns and variables outside their table',
      `exclude = ["*"]\nbuilder = "x"\n[project]\ninclude = ["a"]\n[build.build]\nenv = []`,
      [
        'exclude is ignored in schema version 0.1: write build.exclude',
        'builder is ignored in schema version 0.1: write build.builder',
        'project.include is ignored in schema version 0.1: write build.include',
        'build.build.env is ignored in schema version 0.1: write build.env',
      ],
    ],
    [
      'keys of 0.2 that are one table off',
      `${V2}[io.buildpacks.build]\nexclude = ["*"]\nbuildpacks = []\n[_.build]\nenv = []`,
      [
        '_.build.env is ignored in schema version 0.2: write io.buildpacks.build.env',
        'io.buildpacks.build.exclude is ignored in schema version 0.2: write io.buildpacks.exclude',
        'io.buildpacks.build.buildpacks is ignored in schema version 0.2: write io.buildpacks.group',
      ],
    ],
    [
      'keys that no version has',
      '[build]\nexcludes = ["*"]\n"a\\u001b" = 1',
      [
        'build.excludes is ignored in schema version 0.1, which does not have it',
        'build."a\\u001b" is ignored in schema version 0.1, which does not have it',
      ],
    ],
    ['tables of other programs', '[tool.build]\nexclude = ["*"]\n[project]\nname = "a"\n[metadata]\nenv = 1', []],
    ['metadata', `${V2}[_.metadata]\nenv = 1\n[other.env]\na = 1`, []],
  ] as const) {
    it(`warns about ${what}`, async () => {
      const { files } = await apply(text);
      expect(log).to.deep.equal(lines.map((line) => `warning: project.toml: ${line}`));
      expect(files).to.include('t.sh');
    });
  }

  it('warns in few lines about many and deep keys', async () => {
    await apply(
      `[build]\n${Array.from({ length: 50 }, (_, index) => `a${index} = 1\n`).join('')}b${'.b'.repeat(400)} = 1`,
    );
    expect(log).to.have.length(21);
    expect(log.at(-1)).to.equal('warning: project.toml: 31 more keys are ignored');
  });

  for (const [what, text, words] of [
    ['both include and exclude', '[build]\ninclude = ["a"]\nexclude = ["b"]', /both build.include and build.exclude/],
    ['a pattern that is no text', '[build]\ninclude = [1]', /build.include has a value that is not a string/],
    ['patterns that are no list', '[build]\nexclude = "a"', /build.exclude is not a list/],
    ['a variable without a value', '[[build.env]]\nname = "A"', /entry 1 of \[\[build.env\]\] is not a variable/],
    ['a variable that is a number', '[[build.env]]\nname = "A"\nvalue = 1', /entry 1 of \[\[build.env\]\]/],
    ['variables as a table', '[build.env]\nA = "1"', /build.env is a table: write \[\[build.env\]\] or a list/],
    ['variables that are texts', '[build]\nenv = ["A=1"]', /entry 1 of \[\[build.env\]\]/],
    ['a build that is no table', 'build = "make"', /is not valid: build is not a table$/],
    ['builds as a list', '[[build]]\ninclude = ["a"]', /is not valid: build is not a table$/],
    [
      'variables at the place of the old ones',
      '[_]\nschema-version = "0.2"\n[[io.buildpacks.env]]\nname = "A"\nvalue = "b"',
      /io\.buildpacks\.env is not a table: write \[\[io\.buildpacks\.build\.env\]\]$/,
    ],
    ['a version that is a number', '[_]\nschema-version = 0.2', /_.schema-version is not a string/],
    ['a version below a list', '[[_]]\nschema-version = "0.2"', /_ is not a table/],
    ['a builder that is no text', '[build]\nbuilder = 1', /build.builder is not a string/],
    ['buildpacks that are no list', '[_]\nschema-version = "0.2"\n[io.buildpacks]\ngroup = 1', /group is not a list/],
    [
      'all problems at once',
      '[build]\ninclude = 1\nbuilder = 2\n[[build.env]]\nname = "A"',
      /build.include is not a list; entry 1 of .*; build.builder is not a string$/,
    ],
    [
      'no TOML',
      'token: hidden-word',
      /^DescriptorInvalid: the project descriptor project.toml is not valid TOML \(line 1, column \d+\): [^\n]*$/,
    ],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      expect(await failure(text))
        .to.match(words)
        .and.not.to.include('hidden-word');
    });
  }

  it('is refused if it has more than 1 MiB', async () => {
    const whole = `${'#'.repeat(1024 ** 2 - 1)}\n`;
    expect((await apply(whole)).variables).to.deep.equal([]);
    expect(await failure(`${whole}\n`)).to.equal(
      'DescriptorInvalid: the project descriptor "project.toml" has 1048577 bytes, and taskpack reads at most 1048576: make the file smaller',
    );
  });

  it('is read only inside the source', async () => {
    workspace.write({ outside: 'a = 1' });
    symlinkSync('../outside', path.join(workspace.path, 'app/project.toml'));
    expect(await failure(undefined)).to.match(/is a symlink to a file outside the source/);
    expect(await failure(undefined, '../outside')).to.match(/has no file "..\/outside"/);
  });
});
