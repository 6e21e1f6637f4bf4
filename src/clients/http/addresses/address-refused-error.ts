import type { AddressKind } from './address-kind.ts';

const KIND_WORDS: Readonly<Record<AddressKind, string>> = {
  public: 'a public address',
  private: 'a private address',
  loopback: 'a loopback address',
  'link-local': 'a link-local address',
  metadata: "the address of a cloud's metadata service",
  reserved: 'a reserved address',
};

/** A host has no address that the request may connect to. The client sent nothing to the host. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';
  readonly kind: AddressKind;

  /** The address is left out if a proxy resolves the name. `setting` is the allow-list, if there is one. */
  constructor(host: string, address: string | undefined, kind: AddressKind, setting?: string) {
    const what = address === undefined || address === host ? 'is' : `has the address ${address},`;
    const advice = setting === undefined ? '' : `; to allow it, add ${address ?? host} to ${setting}`;
    super(`${host} ${what} ${KIND_WORDS[kind]}, which taskpack does not connect to here${advice}`);
    this.kind = kind;
  }
}

/** Returns the refusal that an error is or was caused by. */
export function addressRefusal(error: unknown): AddressRefusedError | undefined {
  if (error instanceof AddressRefusedError) return error;
  return error instanceof Error ? addressRefusal(error.cause) : undefined;
}
