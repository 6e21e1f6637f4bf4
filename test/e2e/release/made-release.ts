import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, parseJson, type JsonObject } from '../../../src/core/model/json.ts';
import { objectsAt, textAt } from '../../support/json-field.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { ROOT } from '../../support/command.ts';

/** A release of the work tree, pushed to a registry and signed. */
export interface MadeRelease {
  /** The directory of the files. */
  readonly directory: string;
  /** The images by name, such as `steps`, with tag and digest. */
  readonly images: Readonly<Record<string, string>>;
  /** Runs the gate of the workflow that publishes releases, and returns its output. Rejects if the release has a fault. */
  readonly gate: (publicKey: string, cosign: string) => Promise<string>;
  readonly remove: () => void;
}

/** Below the work tree, so that node_modules can be linked file by file. */
const CLONE = path.join(ROOT, 'dist/released-clone');

/** Makes a release in a clone of the work tree whose commit is the release of this version. */
export async function makeRelease(
  registry: string,
  key: { readonly file: string; readonly password: string },
): Promise<MadeRelease> {
  makeClone();
  const args = ['release.mjs', VERSION, '--registry', registry, '--push', '--key', key.file];
  await script(args, { COSIGN_PASSWORD: key.password });
  const directory = path.join(CLONE, 'dist/release', VERSION);
  return {
    directory,
    images: imagesOf(directory),
    gate: (publicKey, cosign) =>
      script(['release-gate.mjs', VERSION, registry, publicKey], {
        PATH: `${path.dirname(cosign)}:${process.env['PATH']}`,
      }),
    remove: () => rmSync(CLONE, { recursive: true, force: true }),
  };
}

/** Runs a script of the clone, and returns its output. */
async function script([name = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const options = { cwd: CLONE, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  return (await promisify(execFile)(process.execPath, [`scripts/${name}`, ...args], options)).stdout;
}

/** Git refuses a work tree of another user, such as the checkout of a workflow. */
const ANY_OWNER = ['-c', 'safe.directory=*'];

/** A release has its own section of the changelog and its own tag, and no warning that it is not released. */
function makeClone(): void {
  rmSync(CLONE, { recursive: true, force: true });
  mkdirSync(CLONE, { recursive: true });
  const listed = execFileSync('git', [...ANY_OWNER, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const copy = `tar --create --null --files-from - --ignore-failed-read | tar --extract --directory "$0"`;
  execFileSync('sh', ['-c', copy, CLONE], { cwd: ROOT, input: listed, stdio: ['pipe', 'ignore', 'pipe'] });
  execFileSync('cp', ['--archive', '--link', path.join(ROOT, 'node_modules'), CLONE]);
  change('src/cli/default-images.ts', 'IS_RELEASED: boolean = false', 'IS_RELEASED: boolean = true');
  change('CHANGELOG.md', '## Unreleased', `## ${VERSION}`);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${VERSION}`);
  git('tag', `v${VERSION}`);
}

function change(file: string, from: string, to: string): void {
  const place = path.join(CLONE, file);
  const text = readFileSync(place, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not have the text ${from}`);
  writeFileSync(place, text.replace(from, to));
}

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'gc.auto=0'];
  execFileSync('git', [...author, ...args], { cwd: CLONE, stdio: 'pipe' });
}

function imagesOf(directory: string): Readonly<Record<string, string>> {
  const index = parseJson(readFileSync(path.join(directory, 'release.json'), 'utf8'));
  const images: readonly JsonObject[] = isJsonObject(index) ? objectsAt(index, 'images') : [];
  return Object.fromEntries(
    images.map((image) => [textAt(image, 'name') ?? '', `${textAt(image, 'reference')}@${textAt(image, 'digest')}`]),
  );
}
