/**
 * When an effect acts. The types of what it is given come from outside, so that the service may hold effects whose context holds
 * the service.
 */
export interface EffectPhases<Saving = unknown, Saved = unknown, Removing = unknown> {
  /** Before the check; may change the body. Server-kept columns are given in the reply. */
  before?(saving: Saving): Promise<Record<string, unknown> | undefined>
  /** The record's lists that `after` reads; without this, all. Where a save answers without them, no others are there. */
  readonly lists?: readonly string[]
  /** After the rows are written, by a save or by taking one back: other records that must say the same. */
  after?(saved: Saved): Promise<void>
  /** Before the record is removed. */
  remove?(removing: Removing): Promise<void>
}
