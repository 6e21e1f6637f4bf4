import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';

/** A Task with all that lies beside it, as a catalog reads it. */
export interface PublishedTask {
  /** The name of the Task's folder. */
  readonly name: string;
  /** By their paths in the folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The documents of the file that has the folder's name. */
  readonly documents: readonly Partial<Task>[];
}

export interface Task {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly description?: string;
    readonly params?: readonly Described[];
    readonly workspaces?: readonly Described[];
    readonly results?: readonly Described[];
    readonly stepTemplate?: Partial<Step>;
    readonly steps: readonly Step[];
  };
}

interface Described {
  readonly name: string;
  readonly description?: string;
}

export interface Step {
  readonly name: string;
  readonly image: string;
  readonly script?: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly valueFrom?: { readonly secretKeyRef?: object } }[];
  readonly envFrom?: readonly { readonly secretRef?: object }[];
  readonly results?: readonly Described[];
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly runAsUser?: number };
}

const TASKS = path.join(import.meta.dirname, '../../../tasks');

/** Every Task that is published. */
export function publishedTasks(): readonly PublishedTask[] {
  return readdirSync(TASKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readTask(path.join(TASKS, name)));
}

function readTask(folder: string): PublishedTask {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );
  const name = path.basename(folder);
  const { documents } = parseYaml(files.get(`${name}.yaml`) ?? '', `${name}.yaml`);
  return { name, files, documents: documents.map(({ value }) => value as Partial<Task>) };
}
