import { STEP_HOME } from './reserved-directories.ts';

/**
 * The variables of taskpack steps. Tekton gives each step the variables of the Task's stepTemplate too. A variable that names
 * programs or libraries could name files of the application, which would then run beside the credentials of the step. So the
 * step sets all variables of this kind. No value is empty, because Tekton's merge takes the value of the stepTemplate for an
 * empty one (tektoncd/pipeline, pkg/apis/pipeline/v1/merge.go).
 *
 * The variables for servers and certificates stay those of the stepTemplate, because they run no program, and the Task's author
 * needs them in some networks: HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, GIT_SSL_CAINFO. GCS_ENDPOINT and
 * STORAGE_EMULATOR_HOST stay too: another server gets the files and a token for an hour, but no key. So does
 * GOOGLE_APPLICATION_CREDENTIALS, which only a step without a key reads. The fetch step drops git's other variables itself.
 */
export const STEP_ENVIRONMENT = [
  { name: 'HOME', value: STEP_HOME },
  // That of the steps image. The program starts with "env node", and runs git and ssh.
  { name: 'PATH', value: '/taskpack/bin:/usr/local/bin:/usr/bin:/bin' },
  // Replaces options such as --require. The program has no native add-ons.
  { name: 'NODE_OPTIONS', value: '--no-addons' },
  { name: 'NODE_PATH', value: '/taskpack/lib' },
  // V8 does not check that a cache belongs to the text it was made from.
  { name: 'NODE_DISABLE_COMPILE_CACHE', value: '1' },
  // This file can name libraries to load.
  { name: 'OPENSSL_CONF', value: '/dev/null' },
  // Lists of the dynamic linker. A colon alone is an empty list.
  { name: 'LD_PRELOAD', value: ':' },
  { name: 'LD_AUDIT', value: ':' },
  { name: 'LD_LIBRARY_PATH', value: '/usr/local/lib:/usr/lib' },
  // Credentials of the type external_account can name a program.
  { name: 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES', value: '0' },
];
