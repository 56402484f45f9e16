/** The environment variable that names the program which tests start as a process. */
export const programVariable = 'TEST_PROGRAM';
