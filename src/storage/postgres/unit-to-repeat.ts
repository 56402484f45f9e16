/** What a unit assumes, to send statements without waiting. Each costs a repetition when it is wrong. */
export interface Assumptions {
  /** The pending changes of the tree are those that the process knows. */
  readonly knownTree: boolean;
  /** New documents get the names that were requested. */
  readonly freeNames: boolean;
  /** It changes nothing before its end, so that it can share its transaction: see `shared-commits.ts`. */
  readonly lateChanges: boolean;
}

/** An assumption of the unit was wrong: it is rolled back, and runs again without it. */
export class UnitToRepeat extends Error {
  readonly wrong: keyof Assumptions;

  constructor(wrong: keyof Assumptions) {
    super(`a unit that assumed ${wrong} is repeated`);
    this.wrong = wrong;
  }
}
