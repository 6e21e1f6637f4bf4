import { Option, type Command } from 'commander';
import { mirrorValue } from './mirror-value.ts';
import { repeatedValue } from '../translate/option-values.ts';

/** How registries are reached: of every command that asks them. */
export function addRegistryOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--insecure-registry <host>', 'registry that may be asked without TLS; may be repeated').argParser(
        repeatedValue,
      ),
    )
    .addOption(
      new Option(
        '--registry-mirror <registry=mirror>',
        'host, or host/path, that is read from before a registry; may be repeated',
      ).argParser(mirrorValue),
    )
    .addOption(new Option('--ca-file <path>', 'certificates, in PEM, to trust beside the well-known ones'));
}

/** What help texts say of credentials and proxies, which no option is about. */
export const REGISTRY_HELP = `
Credentials are those of docker: "config.json" in $DOCKER_CONFIG, or in ~/.docker, with its helpers. HTTPS_PROXY,
HTTP_PROXY and NO_PROXY are heeded; NO_PROXY takes names, addresses and CIDRs.`;
