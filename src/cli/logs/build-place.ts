/** Which Build is meant. */
export interface BuildPlace {
  readonly namespace: string;
  readonly name: string;
}
