import { environmentProxies, type Proxies } from '../../http/environment-proxies.ts';
import { fieldError } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Terminal } from '../terminal.ts';

/** The proxies of the environment. Throws `CommandFailure`. */
export function proxies(environment: Terminal['environment']): Proxies {
  return environmentProxies(
    environment,
    (variable, sentence) => new CommandFailure([fieldError([variable], sentence)], 2),
  );
}
