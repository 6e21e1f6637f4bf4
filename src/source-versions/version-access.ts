import { questionReader, type QuestionReaderOptions } from './account-question.ts';
import { VersionError } from './version-error.ts';
import type { VersionAnswer, WantedVersion } from './wanted-version.ts';
import { failed, WatchedQuestions, type WatchedQuestionsOptions } from './watched-questions.ts';

/** The versions of blobs and images at their servers, with the credentials of a cluster's ServiceAccounts. */
export interface VersionAccess {
  /**
   * Returns the known state of a version, and asks the server if the state is unknown. Listeners hear about each change until
   * `unwatch`. A watcher that calls again gets new credentials of the account. Rejects with `KubeError`.
   */
  readonly watch: (watcher: string, wanted: WantedVersion) => Promise<VersionAnswer>;
  readonly unwatch: (watcher: string) => void;
  /** Calls the listener with a watcher whose answer has changed. */
  readonly subscribe: (listener: (watcher: string) => void) => void;
  /** Returns for how many milliseconds the oldest due question has been without an answer. */
  readonly oldestQuestionMs: () => number;
}

export type VersionAccessOptions = QuestionReaderOptions & Omit<WatchedQuestionsOptions, 'onChanged'>;

/** Creates the access to the versions of sources. One question serves all who want the same version with the same login. */
export function versionAccess(options: VersionAccessOptions): VersionAccess {
  const readQuestion = questionReader(options);
  const listeners = new Set<(watcher: string) => void>();
  const onChanged = (watcher: string): void => listeners.forEach((listener) => listener(watcher));
  const questions = new WatchedQuestions({ ...options, onChanged });
  return {
    watch: async (watcher, wanted) => {
      try {
        return questions.watch(watcher, await readQuestion(wanted), wanted);
      } catch (error) {
        if (!(error instanceof VersionError)) throw error;
        questions.unwatch(watcher);
        return failed(error);
      }
    },
    unwatch: (watcher) => questions.unwatch(watcher),
    subscribe: (listener) => void listeners.add(listener),
    oldestQuestionMs: () => questions.oldestWaitMs(),
  };
}
