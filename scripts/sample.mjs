/** The command line that `npm start` runs in the project's directory if it has no arguments. */
export const SAMPLE = ['translate', '-f', 'config/samples/build.yaml', '-f', 'config/samples/facts.yaml'];
