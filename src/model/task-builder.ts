import type { PlatformApi } from './platform-api.ts';

/** What a Task has to know of its builder. */
export interface TaskBuilder {
  /** By digest where that is known. */
  readonly image: string;
  readonly uid: number;
  readonly gid: number;
  readonly platformApi: PlatformApi;
  readonly runImage: string | undefined;
}
