/** The beginnings of lines that prepare prints, in kpack's words (cmd/build-init/main.go). */
export const PREPARE_LINES = {
  loadingCredentials: 'Loading registry credentials from service account secrets',
  loadingSecrets: 'Loading secrets for ',
  noCredentials: 'No registry credentials were loaded from service account secrets',
} as const;
