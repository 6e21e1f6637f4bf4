/** The password of a private key. A message about a wrong password contains its name and the advice. */
export interface KeyPassword {
  readonly value: Uint8Array;
  readonly name: string;
  readonly advice: string;
}

/** Returns the password that a Secret has beside the key. */
export function secretPassword(value: Uint8Array): KeyPassword {
  return { value, name: 'cosign.password', advice: 'correct the password in the Secret' };
}

/** Returns the password that is the value of the variable COSIGN_PASSWORD. */
export function variablePassword(value: string): KeyPassword {
  return { value: Buffer.from(value), name: 'COSIGN_PASSWORD', advice: 'set the variable to the password of the key' };
}
