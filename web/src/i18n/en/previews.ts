export const previews = {} as const;
