import { InvalidArgumentError, Option, type Command } from 'commander';
import { namespaceOption } from '../object-names.ts';
import { addClusterOptions, addRegistryOptions, REGISTRY_HELP } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { DashboardFlags } from './run.ts';

const HELP = `
The command prints an address and serves a page there until Ctrl-C. The page shows Images, Builds, the queue and builders, and
changes when they change. For a Build, it shows the times of its phases and waits, its log, and the layers and packages of its image.
For an Image, it shows a chart of its Builds.

The page has the rights of your kubeconfig, only reads, and names what you may not read. The server listens on the
loopback addresses. The address has a new host name below "localhost" for each start, which Chrome, Edge, Firefox and curl resolve
themselves. It contains a secret token of this session, so do not share the address. In logs, the command masks the Secrets that
"taskpack logs" masks.

The command connects to the registry of an image only when you open the layers and packages of a Build.
${REGISTRY_HELP}

Examples:
  taskpack dashboard
  taskpack dashboard -n team --context staging
  taskpack dashboard -A --port 8010`;

/** Adds `taskpack dashboard`. */
export function addDashboard(program: Command, terminal: Terminal): void {
  const command = program
    .command('dashboard')
    .description('serve a page on this machine: Images, Builds, logs and builders, as they change')
    .addOption(namespaceOption('the objects').conflicts('allNamespaces'))
    .addOption(new Option('-A, --all-namespaces', 'show the objects of all namespaces'))
    .addOption(
      new Option('--port <port>', 'the port on the loopback addresses').argParser(portValue).default(0, 'a free one'),
    );
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (flags: DashboardFlags) => (await import('./run.ts')).runDashboard(flags, terminal));
}

function portValue(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port from 1 to 65535.');
}
