/** The command line that `npm start` runs where it is given none, in the project's directory. */
export const SAMPLE = ['translate', '-f', 'config/samples/build.yaml', '-f', 'config/samples/facts.yaml'];
