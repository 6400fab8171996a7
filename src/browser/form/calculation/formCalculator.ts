import type { DraftRow, FieldValues } from '../draft/draftRows.ts'

/** A record that is being typed, as a calculation sees it. */
export interface CalculatedDraft {
  readonly isNew: boolean
  /** Fields as they stand. */
  readonly values: FieldValues
  /** As it was opened or last saved. */
  readonly base: FieldValues
  /** Child lists by name; a row that is left as it is keeps its identity. */
  readonly rows: Readonly<Record<string, readonly DraftRow[]>>
}

/** A call whose answer a calculation works with. */
export interface CalculationCall {
  /** Tells it from others: made once as long as it is asked for. */
  readonly key: string
  readonly path: string
  readonly query: Readonly<Record<string, string | number>>
  /** Message when it fails. */
  readonly failure: string
  /** Without its answer nothing is calculated. */
  readonly needed?: true
}

/** A thing that keeps a record from being worked out whole: a message, with what its text names. */
export interface ToldProblem {
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
}

/** The calculation of a record by a plugin while it is typed: it shows the values that the save stores. One serves one open form. */
export interface FormCalculator {
  /** Calls that the record as it stands needs and that are not answered. */
  missing(draft: CalculatedDraft): readonly CalculationCall[]
  /** The answer of a call. */
  take(call: CalculationCall, reply: unknown): void
  /** Drops answers that may hold no longer: a record that is referred to was changed. */
  forget(): void
  /** The record with what is worked out; the same object where nothing changes. */
  calculate(draft: CalculatedDraft): CalculatedDraft
  /** Returns the things that the last calculation lacked: told while somebody types, long before the record is refused for it. */
  problems?(): readonly ToldProblem[]
  /** Tells, once, that the last calculation left a part of a large record for the next: it is run again as soon as the page was drawn. */
  continues?(): boolean
}

/** The place of a calculation. */
export interface CalculationPlace {
  /** Key of the store. */
  readonly store: number | string | null
  /** The store's day of a moment. */
  dayOf(moment: string): string
}

export type CreateCalculator = (place: CalculationPlace) => FormCalculator

type Load = () => Promise<{ readonly default: CreateCalculator }>

const known = new Map<string, Load>()

/** Lets a plugin work out the forms that name it. Called by the main alone. */
export const addCalculator = (plugin: string, load: Load): void => void known.set(plugin, load)

/** The calculation that a plugin brings. */
export function loadCalculator(plugin: string): Promise<CreateCalculator> {
  const load = known.get(plugin)
  return load ? load().then(loaded => loaded.default) : Promise.reject(new Error(`no plugin "${plugin}"`))
}
