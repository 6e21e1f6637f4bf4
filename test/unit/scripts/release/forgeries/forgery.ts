import type { Files } from '../altered-files.ts';

/** An alteration of a release, and the claims that do not hold after `seal`, beside the signature of the checksums. */
export interface Forgery {
  readonly title: string;
  readonly alter: (files: Files) => void;
  readonly failed: readonly string[];
}

export const OTHER_DIGEST = `sha256:${'0'.repeat(64)}`;

export const POD = `---
apiVersion: v1
kind: Pod
metadata:
  name: more
spec:
  containers: [{ name: more, image: elsewhere.example.com/more }]
`;
