/** The name of the repository that the settings at the top describe; there is always one. */
export const defaultRepository = 'default';
