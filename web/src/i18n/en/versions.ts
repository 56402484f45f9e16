export const versions = {} as const;
