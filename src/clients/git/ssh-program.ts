import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SCRIPT_NAME = 'ssh.sh';
const STATUS_SUFFIX = '.status';

/**
 * Runs ssh and keeps three sources of text apart, so that none can imitate another: lines of the server get the prefix `remote: `, as
 * git writes those of HTTP servers; ssh writes its own lines to a file; git writes its lines itself. The exit status is in a file, too.
 */
function script(config: string): string {
  return `
log="$0.$$"
: >"$log"
{
  { ssh -F ${quoted(config)} -E "$log" "$@" 2>&1 >&3 3>&-; echo "$?" >"$log${STATUS_SUFFIX}"; } | sed 's/^/remote: /' >&2
} 3>&1
read -r status <"$log${STATUS_SUFFIX}"
cat "$log" >&2
exit "$status"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Writes the program that runs ssh with a configuration, and returns its command for `GIT_SSH_COMMAND`. */
export async function writeSshProgram(scratch: string, config: string): Promise<string> {
  const file = path.join(scratch, SCRIPT_NAME);
  await writeFile(file, script(config), { mode: 0o600 });
  return `sh ${quoted(file)}`;
}

/** The status of ssh if ssh itself fails; any other status is that of the server's program (ssh(1), "EXIT STATUS"). */
const OWN_FAILURE = '255';

/** ssh's own lines about a host without an address, a refused connection and a connection that ends before the key exchange. */
const UNREACHABLE =
  /^(?:ssh: (?:Could not resolve hostname|connect to host) |(?:kex_exchange_identification|ssh_exchange_identification|banner exchange): |Connection timed out during banner exchange)/;

/**
 * True if ssh, run by the program in this folder, got no connection to the server. Only the first line counts, because a later one can
 * contain text of the server.
 */
export async function isSshUnreachable(scratch: string): Promise<boolean> {
  for (const name of await readdir(scratch)) {
    if (!name.startsWith(`${SCRIPT_NAME}.`) || !name.endsWith(STATUS_SUFFIX)) continue;
    const file = path.join(scratch, name);
    if ((await readFile(file, 'utf8')).trim() !== OWN_FAILURE) continue;
    if (UNREACHABLE.test(await readFile(file.slice(0, -STATUS_SUFFIX.length), 'utf8'))) return true;
  }
  return false;
}
