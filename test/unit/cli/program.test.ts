import { expect } from 'chai';
import { buildCommand, DEFAULT_IMAGES, runCommand, runInProcess, type Outcome } from '../../support/command.ts';

const FILES = ['-f', 'config/samples/build.yaml', '-f', 'config/samples/facts.yaml'];

/** Invalid command lines and their error messages. */
const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [['transalte'], "unknown command 'transalte' (Did you mean translate?)"],
  [['--verison'], "unknown option '--verison' (Did you mean --version?)"],
  [['translate'], "required option '-f, --filename <path>' not specified; to read standard input, write -f -"],
  [['translate', '-f'], "option '-f, --filename <path>' argument missing"],
  [['translate', 'a.yaml', 'b.yaml'], "'translate' takes no arguments; name files with -f: -f a.yaml -f b.yaml"],
  [['translate', '--too', 'pod'], "unknown option '--too' (Did you mean --to?)"],
  [['translate', '--too=pod'], "unknown option '--too=pod' (Did you mean --to?)"],
  [['translate', '--file', 'a.yaml'], "unknown option '--file' (Did you mean --filename?)"],
  [['translate', '--registry-miror', 'a=b'], "unknown option '--registry-miror' (Did you mean --registry-mirror?)"],
  [['translate', '--platfrom-apii', 'x'], "unknown option '--platfrom-apii' (Did you mean --platform-api?)"],
  [['translate', '--in', 'x'], "unknown option '--in'"],
  [['translate', '-x'], "unknown option '-x'"],
  [['reinstall'], "unknown command 'reinstall'"],
  [['describe'], "unknown command 'describe'"],
  [['build'], "required option '--local-path <path>' not specified"],
  [['build', '--local-path', '.'], "missing required argument 'image'; usage: taskpack build [options] <image>"],
  [['logs', 'x', '--tial', '5'], "unknown option '--tial' (Did you mean --tail?)"],
  [['logs'], "missing argument 'object': name a Build or an Image, or use --last for the newest Build"],
  [['logs', 'build/x', '-b', '3'], '--build selects a Build of an Image, so the object must be an Image'],
  [['logs', 'build/x', '--last'], '--last selects a Build of an Image, so the object must be an Image'],
  [
    ['logs', 'x', '-b', '0'],
    "option '-b, --build <number>' argument '0' is invalid. It must be the number of a Build, such as 3.",
  ],
  [
    ['logs', 'x', '--tail', '-1'],
    "option '--tail <lines>' argument '-1' is invalid. It must be a whole number of lines.",
  ],
  [
    ['logs', 'x', '--since', '5'],
    "option '--since <duration>' argument '5' is invalid. It must be a duration of at least one second, such as 90s, 5m or 1h30m.",
  ],
  [['inspect', 'app', '--file', 'x'], "unknown option '--file' (Did you mean --filename?)"],
  [['trigger', 'app', '--file', 'x'], "unknown option '--file'"],
  [
    ['logs', 'builder/app'],
    "argument <object> 'builder/app' is invalid. It must be the name of a Build or an Image, because only Builds have a log.",
  ],
  [['trigger', 'build/app'], "argument <image> 'build/app' is invalid. It must be the name of an Image."],
  [['trigger'], "missing required argument 'image'; usage: taskpack trigger [options] <image>"],
  [['inspect'], "missing required argument 'image'; usage: taskpack inspect [options] <image...>"],
  [
    ['cancel', 'A'],
    "argument <build> 'A' is invalid. It must be the name of a Build. Names have lower-case letters, digits, hyphens and full stops.",
  ],
  [['retry', 'img/app'], "argument <build> 'img/app' is invalid. It must be the name of a Build."],
  [['retry', 'app', '--wiat'], "unknown option '--wiat' (Did you mean --wait?)"],
  [
    ['logs', 'build/App'],
    "argument <object> 'build/App' is invalid. It must be the name of a Build or an Image, because only Builds have a log. Names have lower-case letters, digits, hyphens and full stops.",
  ],
  [['translate', ...FILES, '-n', 'a', '--namespace=b'], "option '-n, --namespace <name>' is given more than once"],
  [
    ['builder', 'digest', ...FILES, '--builder', 'a', '--builder', 'a'],
    "option '--builder <name>' is given more than once",
  ],
  [['translate', ...FILES, '--layout', 'init'], "option '--layout <layout>' has no effect without --to pod"],
  [
    ['translate', ...FILES, '--to', 'pod', '--sidecar', 'never'],
    "option '--sidecar <when>' has no effect with --to pod",
  ],
  ...[[], ['--to', 'pod'], ['--to', 'pod', '--layout', 'init']].map((options): readonly [readonly string[], string] => [
    ['translate', ...FILES, ...options, '--no-sidecars'],
    "option '--no-sidecars' has no effect without --to pod and --layout containers",
  ]),
  [
    ['translate', ...FILES, '--to', 'pod', '--self-driving'],
    "option '--self-driving' has no effect without --to pod and --layout containers",
  ],
  [
    ['translate', ...FILES, '--to', 'pod', '--layout', 'containers', '--self-driving', '--no-sidecars'],
    "option '--self-driving' has no effect with --no-sidecars",
  ],
  ...['--ready-url', '--stop-url'].map((option): readonly [readonly string[], string] => [
    ['translate', ...FILES, '--to', 'pod', '--layout', 'containers', option, 'http://localhost:1'],
    `option '${option} <url>' has no effect without --self-driving`,
  ]),
  ...['http://example.com/', 'https://localhost/', 'http://localhost:70000/', 'http://localhost/a,b', '/ready'].map(
    (url): readonly [readonly string[], string] => [
      ['translate', ...FILES, '--to', 'pod', '--layout', 'containers', '--self-driving', '--ready-url', url],
      `option '--ready-url <url>' argument '${url}' is invalid. It must be a URL of the Pod itself, such as http://localhost:15021/healthz/ready, without a comma.`,
    ],
  ),
  ...['translate', 'resolve'].map((command): readonly [readonly string[], string] => [
    [command, ...FILES, '--offline', '--ca-file', 'x'],
    "option '--offline' cannot be used with option '--ca-file <path>'",
  ]),
  [['tasks', '-R'], "option '-R, --recursive' has no effect without -f"],
  [
    ['tasks', 'buildpacks-rebase'],
    "'tasks' prints the Task buildpacks; the package has buildpacks-rebase in its directory tasks",
  ],
  [['tasks', 'a.yaml'], "'tasks' takes no arguments; name files with -f: -f a.yaml"],
  [
    ['tasks', '--platform', 'linux/arm64'],
    "option '--platform <os/arch[/variant]>' has no effect without --builder or -f",
  ],
  [['tasks', '--ca-file', 'x'], "option '--ca-file <path>' has no effect without --builder, -f or --bundle"],
  [
    ['tasks', '--bundle', 'r.test/bundle', '-o', 'json'],
    "option '--bundle <image>' cannot be used with option '-o, --output <where>'",
  ],
  [
    ['inspect', 'localhost:1/x'],
    "argument <image> 'localhost:1/x' is invalid. It must be an image reference: the repository must have 2 to 255 characters, not 1.",
  ],
  ...['name', 'table', 'YAML', 'jsonpath={.kind}'].map((format): readonly [readonly string[], string] => [
    ['tasks', '-o', format],
    `option '-o, --output <where>' argument '${format}' is invalid. It must be yaml, json or a directory. Write ./${format} for a directory of this name.`,
  ]),
  [['tasks', '-o', ''], "option '-o, --output <where>' argument '' is invalid. It must be yaml, json or a directory."],
  [['install', '--context', 'x'], "option '--context <name>' has no effect without --check"],
  [['uninstall', '--context', 'x'], "option '--context <name>' has no effect without --check"],
  [['uninstall', '--check', '-o', 'json'], "option '-o, --output <format>' has no effect with --check"],
  [['install', '--check', '-o', 'json'], "option '-o, --output <format>' has no effect with --check"],
  [
    ['install', '--image-registry', 'r.test', '--steps-image', 'r.test/ab', '--entrypoint-image', 'r.test/cd'],
    "option '--image-registry <place>' has no effect with both --steps-image and --entrypoint-image",
  ],
  [['translate', ...FILES, '--layuot', 'init'], "unknown option '--layuot' (Did you mean --layout?)"],
  [
    ['translate', ...FILES, '--to', 'job'],
    "option '--to <workload>' argument 'job' is invalid. Allowed choices are taskrun, pod.",
  ],
  [
    ['translate', ...FILES, '--layout', 'x'],
    "option '--layout <layout>' argument 'x' is invalid. Allowed choices are init, containers.",
  ],
  [
    ['translate', ...FILES, '--sidecar', 'x'],
    "option '--sidecar <when>' argument 'x' is invalid. Allowed choices are auto, always, never.",
  ],
  [
    ['translate', ...FILES, '--platform-api', '1.0'],
    "option '--platform-api <version>' argument '1.0' is invalid. Allowed choices are 0.7, 0.8, 0.9, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15.",
  ],
  [
    ['translate', ...FILES, '-o', 'xml'],
    "option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are yaml, json, name.",
  ],
  ...['-1', '1.5', '1e3', 'now', '0x10', ' 1', '99999999999999999999'].map(
    (now): readonly [readonly string[], string] => [
      ['translate', ...FILES, `--now=${now}`],
      `option '--now <seconds>' argument '${now}' is invalid. It must be a whole number of seconds since 1970.`,
    ],
  ),
  [
    ['translate', ...FILES, '--steps-image', 'Not An Image'],
    "option '--steps-image <image>' argument 'Not An Image' is invalid. It must be an image reference: the repository has upper-case letters.",
  ],
  [
    ['translate', ...FILES, '--entrypoint-image', ''],
    "option '--entrypoint-image <image>' argument '' is invalid. It must be an image reference: it is empty.",
  ],
  [
    ['translate', ...FILES, '-n', 'Upper_Case'],
    "option '-n, --namespace <name>' argument 'Upper_Case' is invalid. It must have at most 63 lower-case letters, digits and hyphens, and no hyphen at either end.",
  ],
  [
    ['controller', '-n', 'Upper_Case'],
    "option '-n, --namespace <name>' argument 'Upper_Case' is invalid. It must have at most 63 lower-case letters, digits and hyphens, and no hyphen at either end.",
  ],
  [
    ['install', '--image-registry', 'https://a.test'],
    "option '--image-registry <place>' argument 'https://a.test' is invalid. It must be a registry, or a registry and a path: it is a URL; remove the part before the host.",
  ],
  [
    ['install', '--steps-image', 'Not An Image'],
    "option '--steps-image <image>' argument 'Not An Image' is invalid. It must be an image reference: the repository has upper-case letters.",
  ],
  [['install', '--chekc'], "unknown option '--chekc' (Did you mean --check?)"],
  [['completion'], "missing required argument 'shell'; usage: taskpack completion [options] <shell>"],
  [['completion', 'tcsh'], "argument <shell> 'tcsh' is invalid. Allowed choices are bash, zsh, fish."],
  [['builder', 'diges'], "unknown command 'diges' (Did you mean digest?)"],
  [['builder', '--hepl'], "unknown option '--hepl' (Did you mean --help?)"],
  [['builder', 'digest'], "required option '-f, --filename <path>' not specified; to read standard input, write -f -"],
  [['builder', 'digest', '-f'], "option '-f, --filename <path>' argument missing"],
  [['builder', 'digest', 'a.yaml'], "'digest' takes no arguments; name files with -f: -f a.yaml"],
  [['builder', 'digest', ...FILES, '--buidler', 'x'], "unknown option '--buidler' (Did you mean --builder?)"],
  [['builder', 'digest', ...FILES, '--ca-file', 'x'], "unknown option '--ca-file'"],
  [['builder', 'publish'], "required option '-f, --filename <path>' not specified; to read standard input, write -f -"],
  [['builder', 'publish', ...FILES, '--ca-fiel', 'x'], "unknown option '--ca-fiel' (Did you mean --ca-file?)"],
  [
    ['builder', 'publish', ...FILES, '-n', 'Upper_Case'],
    "option '-n, --namespace <name>' argument 'Upper_Case' is invalid. It must have at most 63 lower-case letters, digits and hyphens, and no hyphen at either end.",
  ],
  [['help', 'transalte'], "unknown command 'transalte' (Did you mean translate?)"],
  [['help', 'builder', 'diges'], "unknown command 'diges' (Did you mean digest?)"],
  [['help', 'builder', 'digest', 'more'], "unknown command 'more'"],
];

const COMMANDS = [
  'translate',
  'inspect',
  'resolve',
  'builder',
  'builder digest',
  'builder publish',
  'logs',
  'build',
  'trigger',
  'cancel',
  'retry',
  'debug',
  'controller',
  'install',
  'uninstall',
  'version',
  'completion',
  'help',
];

function runAt(epoch: string, ...args: readonly string[]): Outcome {
  return runCommand(['translate', ...FILES, '-o', 'name', ...args], { env: { SOURCE_DATE_EPOCH: epoch } });
}

describe('the taskpack command line', () => {
  before(buildCommand);

  for (const [args, message] of REFUSED) {
    it(`rejects taskpack ${args.filter((arg) => !FILES.includes(arg)).join(' ')}`, async () => {
      expect(await runInProcess(args)).to.deep.equal({ status: 2, stdout: '', stderr: `error: ${message}\n` });
    });
  }

  for (const args of [[], ['builder']]) {
    it(`prints help to standard error without a command: taskpack ${args.join(' ')}`, async () => {
      const asked = await runInProcess([...args, '--help']);
      expect(asked).to.include({ status: 0, stderr: '' });
      expect(await runInProcess(args)).to.deep.equal({ status: 2, stdout: '', stderr: asked.stdout });
    });
  }

  for (const command of COMMANDS) {
    it(`prints help with examples: taskpack ${command}`, async () => {
      const words = command.split(' ');
      const help = await runInProcess([...words, '--help']);
      expect(help).to.include({ status: 0, stderr: '' });
      expect(help.stdout).to.include(`Usage: taskpack ${command} [options]`).and.to.include('\nExamples:\n');
      expect(await runInProcess(['help', ...words])).to.deep.equal(help);
    });
  }

  it('prints the help of the program for help without arguments', async () => {
    expect(await runInProcess(['help'])).to.deep.equal(await runInProcess(['--help']));
  });

  it('prints its version', () => {
    const version = runCommand(['version']);
    expect(version).to.include({ status: 0, stderr: '' });
    expect(version.stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(runCommand(['--version'])).to.deep.equal(version);
  });

  it('takes options once for the command line and once for the environment, and repeated ones as often as given', () => {
    expect(runAt('5', '--now', '1', '--allow-address', 'a.test', '--allow-address', 'b.test')).to.include({
      status: 0,
      stderr: '',
    });
  });

  it('takes --no-sidecars if the environment selects the layout', async () => {
    const args = ['translate', ...FILES, '--to', 'pod', '--no-sidecars', '-o', 'name'];
    const env = { ...DEFAULT_IMAGES, SUPPORT_INJECTED_SIDECARS: 'true' };
    expect(await runInProcess(args, { env })).to.include({ status: 0, stderr: '' });
  });

  it('serves no probes of a controller without a kubeconfig', async () => {
    const args = ['controller', '--kubeconfig', 'no/such/file'];
    expect(await runInProcess(args, { env: { METRICS_PORT: '0' } })).to.deep.equal({
      status: 2,
      stdout: '',
      stderr: 'error: no/such/file: the kubeconfig does not exist\n',
    });
  });

  it('warns of a misspelt environment variable', async () => {
    const args = ['translate', ...FILES, '-o', 'name'];
    expect(await runInProcess(args, { env: { ...DEFAULT_IMAGES, LIFECYCLE_IMAGE: 'x' } })).to.include({
      status: 0,
      stderr: 'warning: LIFECYCLE_IMAGE: is not a setting and has no effect; did you mean LIFECYCLE_IMAGES?\n',
    });
  });

  it('warns of a misspelt environment variable in commands that need no setting', async () => {
    const warning = 'warning: LIFECYCLE_IMAGE: is not a setting and has no effect; did you mean LIFECYCLE_IMAGES?\n';
    const env = { LIFECYCLE_IMAGE: 'x' };
    for (const args of [
      ['resolve', '-f', 'no/such/file'],
      ['inspect', 'localhost:1/app', '--ca-file', 'no/such/file'],
    ]) {
      expect((await runInProcess(args, { env })).stderr, args.join(' ')).to.include(`${warning}error: `);
    }
  });

  it('takes the value of a short option after an equals sign, as kubectl does', async () => {
    const env = DEFAULT_IMAGES;
    const expected = await runInProcess(['translate', ...FILES, '-n', 'team', '-o', 'name'], { env });
    expect(expected).to.include({ status: 0 });
    const files = FILES.filter((word) => word !== '-f').map((file) => `-f=${file}`);
    expect(await runInProcess(['translate', ...files, '-n=team', '-o=name'], { env })).to.deep.equal(expected);
  });

  it('says how to read several files and URLs', async () => {
    expect((await runInProcess(['translate', '-f', 'a.yaml,b.yaml', '-f', 'https://a.test/b.yaml'])).stderr).to.equal(
      'error: a.yaml,b.yaml: no such file or directory. To read several files, repeat -f: -f a.yaml -f b.yaml\n' +
        'error: https://a.test/b.yaml: no such file or directory. To read a URL, write: curl -fsSL URL | taskpack … -f -\n',
    );
  });

  it('says how to choose the builder of a Task for which only ImageFacts are given', async () => {
    expect(await runInProcess(['tasks', '-f', 'config/samples/facts.yaml'])).to.deep.equal({
      status: 1,
      stdout: '',
      stderr:
        'error: the input has ImageFacts, but no Builder and no ClusterBuilder. Add --builder paketobuildpacks/builder-jammy-base:0.4.400\n',
    });
  });

  it('names the file and line of the object that is not the builder that a command needs', async () => {
    const build =
      'apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata: { name: app }\nspec:\n  tags: [registry.example.com/app]\n';
    const rest =
      '  builder: { image: registry.example.com/builder }\n  source: { git: { url: https://a.test/b, revision: main } }\n';
    for (const args of [['resolve'], ['builder', 'digest'], ['tasks']]) {
      const { stderr } = await runInProcess([...args, '-f', '-'], { stdin: build + rest });
      expect(stderr, args.join(' ')).to.equal(
        'error: <stdin>:1:1 the input has no Builder and no ClusterBuilder, only a workload such as Build app; add the builder with -f\n',
      );
    }
    const builder = build
      .replace('kind: Build', 'kind: ClusterBuilder')
      .replace(/ {2}tags.*/, '  tag: registry.example.com/builder');
    const spec = '  stack: { kind: ClusterStack, name: s }\n  serviceAccountRef: { name: a, namespace: b }\n';
    expect((await runInProcess(['tasks', '-f', '-'], { stdin: builder + spec })).stderr).to.equal(
      'error: <stdin>:1:1 status.latestImage: ClusterBuilder app has no status.latestImage. Use the object from the cluster, which has a status\n',
    );
  });

  it('says how to make a Task without the registry of its builder', async () => {
    const { status, stderr } = await runInProcess(['tasks', '--builder', '127.0.0.1:1/app', '-o', 'json']);
    expect(status).to.equal(1);
    expect(stderr).to.include('the connection to 127.0.0.1:1 fails (ECONNREFUSED)');
    expect(stderr).to.include('. To work without the registry, add the ImageFacts of the image with -f');
  });

  for (const name of ['build/app', 'Builds/app', 'build.kpack.io/app', 'bld/app']) {
    it(`reads the log of ${name} as kubectl would`, async () => {
      const { stderr } = await runInProcess(['logs', name, '--kubeconfig', 'no/such/file']);
      expect(stderr).to.include('the kubeconfig does not exist');
    });
  }

  it('reports all invalid environment variables at once', () => {
    const env = { WAITER_DELIVERY: 'x', ENTRYPOINT_IMAGE: '@', SUPPORT_INJECTED_SIDECARS: 'yes' };
    expect(runCommand(['translate', ...FILES], { env })).to.deep.equal({
      status: 2,
      stdout: '',
      stderr: [
        'error: ENTRYPOINT_IMAGE: must be an image reference, not "@": the digest is not sha256: and 64 hexadecimal digits',
        'error: WAITER_DELIVERY: must be hook or init, not "x"',
        'error: SUPPORT_INJECTED_SIDECARS: must be false, true or auto, not "yes"',
        '',
      ].join('\n'),
    });
  });

  it('rejects an invalid SOURCE_DATE_EPOCH unless it is empty or --now is given', () => {
    expect(runAt('yesterday')).to.include({
      status: 2,
      stderr:
        "error: option '--now <seconds>' value 'yesterday' from env 'SOURCE_DATE_EPOCH' is invalid. It must be a whole number of seconds since 1970.\n",
    });
    expect(runAt('')).to.include({ status: 0, stderr: '' });
    expect(runAt('yesterday', '--now', '1')).to.include({ status: 0, stderr: '' });
  });
});
