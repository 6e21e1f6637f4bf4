export function checkPrivateKey(key: { readonly key: string; readonly password?: string }): Promise<void>;
