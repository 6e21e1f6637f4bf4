import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** The images of containerd's Kubernetes namespace. */
export interface ImageStore {
  /** Loads the images of a tar with an OCI image layout, under the names in the layout. */
  load(tar: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

export function imageStore(socket: string): ImageStore {
  const ctr = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await exec('ctr', ['--address', socket, '--namespace', 'k8s.io', 'images', ...args]);
    return stdout;
  };
  return {
    load: async (tar) => {
      await ctr('import', tar);
    },
    list: async () => (await ctr('list', '--quiet')).split('\n').filter((name) => name !== ''),
  };
}
