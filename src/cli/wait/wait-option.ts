import { Option } from 'commander';

/** Returns the option `--wait` of commands that change what is built. */
export function waitOption(): Option {
  return new Option('--wait', "wait for the Build's end and show its phases");
}

/** The paragraph about `--wait` in help texts. */
export const WAIT_HELP = `
With --wait, the command prints a line to standard error for each phase that starts, with the time since the start of the
command. If the Build succeeds, the last line of standard output is the image by digest. If the Build fails, the command
prints what happened, who can act and what to try, and exits with 1. Ctrl-C ends the wait, not the Build: exit code 130.`;
