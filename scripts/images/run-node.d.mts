export const OWN_ARCHITECTURE: string;
