/** Tells whether it is an object with members, and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const none: Readonly<Record<string, unknown>> = Object.freeze({})

/** The members of what may be anything: of what is no object there are none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : none)

/** The objects of a list; of what is no list there are none. */
export const recordsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The value of a JSON text; undefined of what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
