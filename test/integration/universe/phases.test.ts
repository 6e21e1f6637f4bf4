import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Universe, UniverseName } from '../../cluster/universe/universe.ts';
import type { Workspace } from '../../support/workspace.ts';
import { chosenGroup } from './chosen-group.ts';
import { someUniverse } from './some-universe.ts';
import { runPhase, unpackBuilder, type PhaseOutcome } from './unpacked-builder.ts';

interface Case {
  readonly packages: readonly UniverseName[];
  readonly group: readonly string[];
  readonly app?: readonly string[];
}

const EVERY_KIND: Case = {
  packages: ['hello-2.0.0-rc.1', 'meta', 'detect-fails', 'environment'],
  group: ['test/hello@2.0.0-rc.1', 'test/meta@1.0.0', 'test/detect-fails@1.0.0?', 'test/environment@1.0.0'],
};

const CHOSEN: Readonly<Record<string, Case & { readonly chosen: readonly string[] }>> = {
  'what passes, and of a name the first alone': {
    ...EVERY_KIND,
    app: ['hello.txt'],
    chosen: ['test/hello@2.0.0-rc.1', 'test/environment@1.0.0'],
  },
  'an optional child that passes': {
    ...EVERY_KIND,
    app: ['hello.txt', 'extra.txt'],
    chosen: ['test/hello@2.0.0-rc.1', 'test/extra@1.0.0', 'test/environment@1.0.0'],
  },
  'children of children': {
    packages: ['nested'],
    group: ['test/nested@1.0.0'],
    app: ['hello.txt'],
    chosen: ['test/hello@1.0.0', 'test/environment@1.0.0'],
  },
  'a child of another package': {
    packages: ['apart', 'hello-1.1.0'],
    group: ['test/apart@1.0.0'],
    app: ['hello.txt'],
    chosen: ['test/hello@1.1.0'],
  },
};

/** Exit codes (lifecycle, cmd/exit.go). */
const REFUSED: Readonly<Record<string, Case & { readonly status: number; readonly says: string }>> = {
  'where nothing passes': { ...failing('detect-fails'), status: 20, says: 'fail: test/detect-fails@1.0.0\n' },
  'where the application has no hello.txt': {
    packages: ['hello-1.0.0'],
    group: ['test/hello@1.0.0'],
    status: 20,
    says: 'fail: test/hello@1.0.0\n',
  },
  'where a buildpack cannot tell': { ...failing('detect-errors'), status: 21, says: 'no disk to look at\n' },
  'what has another target': { ...failing('other-target'), status: 21, says: 'unable to satisfy target' },
  'an API that it does not speak': {
    ...failing('unsupported-api'),
    status: 12,
    says: "version '0.99' is incompatible",
  },
};

describe('the universe, built with the real lifecycle', () => {
  let images: Universe;
  const builders: Workspace[] = [];

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    images = await someUniverse();
  });

  afterEach(() => {
    for (const builder of builders.splice(0)) builder.remove();
  });

  function unpacked({ packages, group, app = [] }: Case): Workspace {
    const { lifecycle } = images;
    const builder = unpackBuilder({ lifecycle, packages: packages.map((name) => images[name]), group, app });
    builders.push(builder);
    return builder;
  }

  for (const [title, { chosen, ...some }] of Object.entries(CHOSEN)) {
    it(`detects ${title}`, () => {
      const builder = unpacked(some);
      const { status, output } = runPhase(builder, 'detector');
      expect(status, output).to.equal(0);
      expect(chosenGroup(read(builder, 'layers/group.toml'))).to.deep.equal(chosen);
    });
  }

  for (const [title, { status, says, ...some }] of Object.entries(REFUSED)) {
    it(`rejects ${title}`, () => {
      const outcome = runPhase(unpacked(some), 'detector');
      expect(outcome.output).to.include(says);
      expect(outcome.status).to.equal(status);
    });
  }

  it('ignores targets before Platform API 0.12', () => {
    expect(runPhase(unpacked(failing('other-target')), 'detector', '0.11').status).to.equal(0);
  });

  it('builds a layer with a program, and a process that runs the program', () => {
    const builder = unpacked({ packages: ['hello-1.1.0'], group: ['test/hello@1.1.0'], app: ['hello.txt'] });
    const { status, output } = build(builder);
    expect(status, output).to.equal(0);
    const layer = 'layers/test_hello/data';
    expect(read(builder, `${layer}.toml`))
      .to.include('launch = true')
      .and.to.include('version = "1.1.0"');
    expect(read(builder, 'layers/config/metadata.toml')).to.include('command = ["say"]').and.to.include('type = "web"');
    const said = execFileSync(path.join(builder.path, layer, 'bin/say'), {
      cwd: path.join(builder.path, 'workspace'),
      encoding: 'utf8',
    });
    expect(said).to.equal('hello world\n');
  });

  it("prints a buildpack's user and environment", () => {
    const { output } = build(unpacked({ packages: ['environment'], group: ['test/environment@1.0.0'] }));
    expect(output).to.match(/^user [1-9]\d*:[1-9]\d*$/m);
    expect(output).to.match(/^CNB_LAYERS_DIR=.*\/layers\/test_environment$/m);
    expect(output).to.not.include('CNB_PLATFORM_API');
  });

  it('prints why a build fails', () => {
    const { status, output } = build(unpacked(failing('build-fails')));
    expect(output).to.include('the compiler is missing\n').and.to.include('failed to build: exit status 7\n');
    expect(status).to.equal(51);
  });
});

/** Runs detection and then the builder phase, and returns its result. */
function build(builder: Workspace): PhaseOutcome {
  expect(runPhase(builder, 'detector')).to.include({ status: 0 });
  return runPhase(builder, 'builder');
}

function failing(name: UniverseName): Case {
  return { packages: [name], group: [`test/${name}@1.0.0`] };
}

function read({ path: folder }: Workspace, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}
