/**
 * The queries that a failure concerns. `host`: the server that the user named does not answer, or fails as a whole. `limit`: the server limits the requests
 * of the login. `login`: other queries of the tenant with this login can fail in the same way. `query`: nothing else,
 * because another server failed, or because only the user can mend the failure.
 */
export type FailureScope = 'host' | 'limit' | 'login' | 'query';
