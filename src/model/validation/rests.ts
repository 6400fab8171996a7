type Values = Readonly<Record<string, unknown>>

/** A record as it is stored, and what was sent of it. */
export interface RestingRecord {
  readonly stored: Values
  readonly sent: Values
}

/** Tells whether a value is one that is stored and was not sent: it stands in its stored form already. */
export const rests = (name: string, value: unknown, resting: RestingRecord | undefined): boolean =>
  resting !== undefined && value === resting.stored[name] && !(name in resting.sent)
