/** What the process does for its callers; background work looks at it and leaves room. */
export interface Activity {
  /** Requests received so far. */
  requests: number;
}

export function createActivity(): Activity {
  return { requests: 0 };
}
