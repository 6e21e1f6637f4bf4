import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newBed } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { moduleFolder } from '../programs/module-folder.ts';

/** The owner of all repositories. */
export const GITEA_USER = { username: 'team', password: 'secret-Password1' };

/** Gitea without the scripts and styles of its web pages, with a database in a file. */
export interface Gitea {
  readonly url: string;
  /** Sends a request of the owner to the API. */
  readonly post: (place: string, body: object) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startGitea(): Promise<Gitea> {
  const { leash, gitea } = await ensurePrograms(['leash', 'gitea'], (line) => console.error(line));
  const [port = 0] = await freePorts(1);
  const bed = newBed(leash);
  const url = `http://127.0.0.1:${port}`;
  const config = path.join(bed.folder, 'app.ini');
  writeFileSync(config, configuration(bed.folder, port));
  const { username, password } = GITEA_USER;
  const user = ['admin', 'user', 'create', '--username', username, '--password', password, '--email', 'a@example.com'];
  for (const args of [['migrate'], [...user, '--admin', '--must-change-password=false']]) {
    execFileSync(gitea, ['--config', config, ...args], { stdio: 'pipe', env: { ...process.env, HOME: bed.folder } });
  }
  bed.run({ name: 'gitea', command: gitea, args: ['--config', config, 'web'], environment: { HOME: bed.folder } });
  await until('Gitea', async () => (await isUp(url)) || undefined, { seconds: 120, died: [bed.died] });
  return { url, post: async (place, body) => post(`${url}/api/v1/${place}`, body), stop: bed.stop };
}

/** Webhooks may go to this machine, which Gitea refuses otherwise. */
function configuration(folder: string, port: number): string {
  return `
WORK_PATH = ${folder}
RUN_MODE = prod
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
STATIC_ROOT_PATH = ${moduleFolder('gitea', 'code.gitea.io/gitea')}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[security]
INSTALL_LOCK = true
SECRET_KEY = of-a-test
[webhook]
ALLOWED_HOST_LIST = loopback
[cron]
ENABLED = false
[indexer]
ISSUE_INDEXER_TYPE = db
[log]
MODE = console
`;
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/healthz`).catch(() => undefined);
  return response?.status === 200;
}

async function post(url: string, body: object): Promise<void> {
  const { username, password } = GITEA_USER;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
}
