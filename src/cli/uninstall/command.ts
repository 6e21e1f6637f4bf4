import { Option, type Command } from 'commander';
import { refuseWithoutEffect, type Need } from '../no-effect.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { UninstallFlags } from './run.ts';

const UNINSTALL_HELP = `
The command prints the objects that "taskpack install" and the overlays of config/ create, for kubectl to delete. The
custom resource definitions are not among these, because the cluster deletes every object of kpack.io with the
definitions. --with-definitions prints the definitions too.

The namespace of the controller is among these, and the cluster deletes it with everything in it. --keep-namespace
prints the objects of "taskpack install" and of the overlays in the namespace instead, except those of the overlay
"monitoring". In other namespaces, these objects stay: Builds, Images, Builders and all other objects of kpack.io, with
their Pods, TaskRuns and claims; NetworkPolicies and RoleBindings in namespaces of Builds. No object has a finalizer of
taskpack, so nothing waits for the controller.

A Build that still runs does not get its result until a controller runs again. With --check, the command prints no
objects. It counts the objects of the cluster that stay and those that would be deleted. It names the Images and Builds
that kpack 0.18 refuses, because their node selector has an architecture. It exits with 1 if a Build has not finished.
It also does so if the namespace of the controller would be deleted and holds objects of kpack.io,
PersistentVolumeClaims, TaskRuns, ConfigMaps with the label taskpack.dev/network, or Secrets that no program wrote.

Examples:
  taskpack uninstall --check
  taskpack uninstall | kubectl delete --ignore-not-found -f -
  taskpack uninstall --keep-namespace | kubectl delete --ignore-not-found -f -
  taskpack uninstall --with-definitions | kubectl delete --ignore-not-found -f -`;

/** Adds `taskpack uninstall`. */
export function addUninstall(program: Command, terminal: Terminal): void {
  const command = program
    .command('uninstall')
    .description('print what to delete to remove the controller')
    .addOption(
      new Option(
        '--with-definitions',
        'also print the definitions, with which the cluster deletes every Build and builder',
      ),
    )
    .addOption(new Option('--keep-namespace', 'keep the namespace of the controller and the objects of users in it'))
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .addOption(new Option('--check', 'count what stays and what is deleted in a cluster instead'));
  refuseWithoutEffect(addClusterOptions(command), NEEDS)
    .addHelpText('after', UNINSTALL_HELP)
    .action(async (flags: UninstallFlags) => (await import('./run.ts')).runUninstall(flags, terminal));
}

const NEEDS: readonly Need[] = [
  { options: ['output'], isMet: ({ check }) => check === undefined, otherwise: 'with --check' },
  { options: ['kubeconfig', 'context'], isMet: ({ check }) => check === true, otherwise: 'without --check' },
];
