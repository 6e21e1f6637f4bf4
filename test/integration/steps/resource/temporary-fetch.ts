import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import { fetchRepository, type FetchRequest } from '../../../../src/steps/resource/fetch-repository.ts';

/** Runs `resource fetch` in a new folder for each test. */
export interface TemporaryFetch {
  readonly at: (...names: readonly string[]) => string;
  /** Fetches into `at('go/src/app')`, with `at('home')` as HOME. */
  readonly fetched: (
    changes: Partial<FetchRequest> & Pick<FetchRequest, 'url'>,
    log?: (line: string) => void,
    /** Variables of the Task's stepTemplate. */
    variables?: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

/** Creates the fixture for the tests of the calling suite. */
export function temporaryFetch(): TemporaryFetch {
  let folder = '';
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-resource-'));
    mkdirSync(at('home'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  return {
    at,
    fetched: async (changes, log = () => undefined, variables = {}) => {
      const request: FetchRequest = {
        directory: at('go/src/app'),
        revision: '',
        depth: 1,
        verifiesTls: true,
        hasSubmodules: true,
        trustsUnknownSshHosts: true,
        isOptional: false,
        from: { location: '', credentials: '/' },
        commitFile: at('commit'),
        urlFile: at('url'),
        ...changes,
      };
      const environment = { PATH: process.env['PATH'], HOME: at('home'), GIT_CONFIG_NOSYSTEM: '1', ...variables };
      const signal = new AbortController().signal;
      await fetchRepository(request, { environment, redaction: makeRedaction(), signal, log });
    },
  };
}
