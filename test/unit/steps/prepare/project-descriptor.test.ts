import { expect } from 'chai';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { applyDescriptor } from '../../../../src/steps/prepare/apply-descriptor.ts';
import { PrepareError } from '../../../../src/steps/step-error.ts';
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

  for (const [what, text, words] of [
    ['both include and exclude', '[build]\ninclude = ["a"]\nexclude = ["b"]', /has both include and exclude/],
    ['a pattern that is no text', '[build]\ninclude = [1]', /has a value of include that is not a list of strings/],
    ['a variable without a value', '[[build.env]]\nname = "A"', /has a variable whose name or value/],
    ['a variable that is a number', '[[build.env]]\nname = "A"\nvalue = 1', /has a variable whose name or value/],
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
