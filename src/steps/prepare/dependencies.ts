import type { Redaction } from '../../clients/http/redaction.ts';
import type { SourceLimits } from '../../core/model/build-source.ts';
import type { Network } from '../../clients/registry/client/transport/transport.ts';

/** The mount paths of the volumes that prepare writes. */
export interface Paths {
  readonly workspace: string;
  readonly platform: string;
  /** The directory of the docker config. Buildpacks do not see this volume. */
  readonly credentials: string;
  readonly projectMetadata: string;
  /** The directory for programs that later phases run. */
  readonly programs: string;
  /** The program in the steps image that checks files before phases (export-guard). */
  readonly exportGuard: string;
  /** The files of the Pod by which programs find servers. All containers share them. */
  readonly nameFiles: readonly string[];
  /** The directory of the tokens, which exists only in workloads of Tekton. */
  readonly tokens: string;
  /** The waiter in the steps image, and the directory of its copy. */
  readonly waiter: string;
  readonly waiterDirectory: string;
  /** The directory of stack.toml and run.toml. Only a Build with a lifecycle image has it. */
  readonly runImages: string;
}

export interface PrepareDependencies {
  /** The inputs document. The files with the Build's reasons are in the same directory. */
  readonly inputsFile: string;
  /** The directory at which Tekton mounts Secrets of the ServiceAccount into every step. */
  readonly tektonSecrets: string;
  readonly paths: Paths;
  /** The user and group of the process. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** The CPU architecture as in `process.arch`. */
  readonly architecture: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly network: Network;
  readonly redaction: Redaction;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  /** Prints a line to the log of the Build. */
  readonly log: (line: string) => void;
}

export interface FetchDependencies extends PrepareDependencies {
  readonly limits: SourceLimits;
}
