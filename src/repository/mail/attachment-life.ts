/** Longer than a mail is tried. */
export const attachmentLifeMs = 7 * 24 * 60 * 60 * 1000;
