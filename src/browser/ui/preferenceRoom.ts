/** A choice of how things are shown, by the name under which the server keeps it for its user. */
export interface Preference {
  readonly name: string
  readonly value: unknown
}

/** Choices of one kind, kept in this browser so that they stand at once, and with the server so that they stand everywhere. */
export interface PreferenceRoom {
  /** Those chosen here that the server does not have yet. */
  unsynced(userId: number): readonly Preference[]
  /** The server has it; what was chosen since stays unsynced. */
  markSynced(userId: number, preference: Preference): void
  /** Puts what was chosen elsewhere in place of ours; names of other rooms are left alone. */
  apply(userId: number, preference: Preference): void
  /** Hears that all choices made elsewhere are in place. */
  brought?(): void
  /** Hears of what is chosen here; gives what ends it. */
  onChosen(hear: () => void): () => void
}
