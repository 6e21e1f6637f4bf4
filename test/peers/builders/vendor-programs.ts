import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../cluster/programs/lock.ts';
import { programsFolder } from '../../cluster/programs/program-cache.ts';
import type { LifecyclePrograms } from '../../cluster/universe/lifecycle-image.ts';
import type { Workspace } from '../../support/workspace.ts';
import { LIFECYCLE_0_21_12, type Source, type Vendor } from './vendors.ts';

const run = promisify(execFile);

/** Programs without a C library, as the images of the test bed have none. */
const GO = { CGO_ENABLED: '0', GOFLAGS: '-mod=mod -trimpath -buildvcs=false' };
const RUST = { RUSTFLAGS: '-C target-feature=+crt-static' };

/** Compiles the buildpacks of a vendor into folders of a workspace. Returns the names of the folders, in the order of the group. */
export async function compileBuildpacks(vendor: Vendor, workspace: Workspace): Promise<readonly string[]> {
  const checkout = await checkedOut(vendor.source);
  const folders: string[] = [];
  for (const { id, version, goPackage } of vendor.group) {
    const folder = id.replaceAll('/', '_');
    const bin = path.join(workspace.path, folder, 'bin');
    mkdirSync(bin, { recursive: true });
    if (goPackage === undefined) {
      await compileCrate(checkout, path.join(bin, 'build'));
      copyFileSync(path.join(checkout, 'buildpack.toml'), path.join(workspace.path, folder, 'buildpack.toml'));
    } else {
      await compileForGoogle(checkout, goPackage, path.join(bin, 'build'));
      workspace.write({ [`${folder}/buildpack.toml`]: descriptorOfGoogle(id, version) });
    }
    // Both programs behave by their own names.
    symlinkSync('build', path.join(bin, 'detect'));
    folders.push(folder);
  }
  return folders;
}

/** Compiles lifecycle 0.21.12 from its repository, because the checksum database that Go asks here does not have this version. */
export async function compileLifecycle(workspace: Workspace): Promise<LifecyclePrograms> {
  const checkout = await checkedOut(LIFECYCLE_0_21_12);
  const version = '0.21.12';
  const stamp = `-s -w -X github.com/buildpacks/lifecycle/cmd.Version=${version}`;
  const [lifecycle, launcher] = [path.join(workspace.path, 'lifecycle'), path.join(workspace.path, 'launcher')];
  await go(checkout, ['-ldflags', stamp, '-o', lifecycle, './cmd/lifecycle']);
  await go(checkout, ['-ldflags', stamp, '-o', launcher, './cmd/launcher']);
  return { version, lifecycle, launcher };
}

async function compileForGoogle(checkout: string, goPackage: string, output: string): Promise<void> {
  // Google's build tool generates this file, which lists versions of languages. Without a language, it has none.
  const generated = path.join(checkout, 'pkg/tooling/tooling_versions.json');
  writeFileSync(generated, '{}');
  await go(checkout, ['-ldflags', '-s -w', '-o', output, goPackage]);
}

function descriptorOfGoogle(id: string, version: string): string {
  return `api = "0.9"
[buildpack]
id = "${id}"
version = "${version}"
[[stacks]]
id = "google"
[[stacks]]
id = "*"
`;
}

/** Compiles a Go program in a checkout. */
export async function go(cwd: string, args: readonly string[]): Promise<void> {
  await run('go', ['build', ...args], { cwd, env: { ...process.env, ...GO } });
}

async function compileCrate(cwd: string, output: string): Promise<void> {
  const { stdout } = await run('rustc', ['--print', 'host-tuple']);
  const target = stdout.trim();
  // With a target, the flags do not apply to macros, which are dynamic libraries of the compiler.
  const args = ['build', '--locked', '--release', '--target', target];
  await run('cargo', args, { cwd, env: { ...process.env, ...RUST } });
  copyFileSync(path.join(cwd, 'target', target, 'release/procfile-buildpack'), output);
}

/** Returns the folder with the files of a commit, in the user's cache. The compilers keep their results in the folder. */
export async function checkedOut({ repository, commit }: Source): Promise<string> {
  const folder = path.join(programsFolder(), `${repository.replace('/', '-')}-${commit.slice(0, 12)}`);
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await checkOut(`https://github.com/${repository}`, commit, folder);
    return folder;
  });
}

async function checkOut(url: string, commit: string, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const git = async (...args: readonly string[]) => run('git', ['-C', unfinished, ...args]);
  mkdirSync(unfinished, { recursive: true });
  await git('init', '-q');
  try {
    await git('fetch', '-q', '--depth', '1', url, commit);
  } catch (cause) {
    const advice = `git config --global url./path/of/a/mirror.insteadOf ${url}`;
    throw new Error(`${url} cannot be fetched. Without a way to it, name a mirror: ${advice}`, { cause });
  }
  await git('checkout', '-q', 'FETCH_HEAD');
  renameSync(unfinished, folder);
}
