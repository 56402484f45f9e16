/** Headers of a response; a list is sent as several headers of one name. */
export type ReplyHeaders = Record<string, string | number | readonly string[]>;
