/** What a Task of ours does to an image. */
export type TaskKind = 'build' | 'rebase';
