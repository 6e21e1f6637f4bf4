/** How every command ends: 0, done; 1, the input is wrong; 2, the command is used wrongly, its environment included. */
export type ExitCode = 0 | 1 | 2;
