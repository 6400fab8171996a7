import type { Expression, Register } from '../model.ts'
import { computedValue } from './computedValue.ts'
import type { ComputeOrder, ComputeStep } from './computeOrder.ts'

type Values = Readonly<Record<string, unknown>>

/** Where an expression is asked: over the record, or over a row with the record that it belongs to. */
export interface ComputePlace {
  readonly record: Values
  readonly isNew: boolean
  readonly parent?: Values
}

export interface ComputeRules {
  readonly order: ComputeOrder
  /** The value of an expression; undefined when it has none. */
  answer(register: Register, expression: Expression, place: ComputePlace): unknown
  /** Rows that are computed already and hang on nothing but themselves. */
  readonly settled?: ReadonlySet<Values>
  /** Kept values stand as they were saved: only the others are computed, for reading. */
  readonly keptStand?: boolean
  /** The results of earlier rounds: rows that stand as they were left then are not asked again. */
  readonly memory?: RowMemory
}

/** By row, for each step the values of the record that it was computed from. */
export type RowMemory = WeakMap<Values, ReadonlyMap<ComputeStep, readonly unknown[]>>

export interface ComputedRecord {
  /** The record without its lists. */
  readonly record: Values
  /** Rows by list. What did not change is the same object as before. */
  readonly rows: Readonly<Record<string, readonly Values[]>>
}

/**
 * Works out what is computed of a record and of its rows, each field after those that it reads. This is the one place where that
 * happens: the form shows what it gives, and the server keeps what it gives, whatever was sent.
 */
export function computeRecord({ record, rows }: ComputedRecord, isNew: boolean, rules: ComputeRules): ComputedRecord {
  const round = new ComputeRound(record, rows, rules)
  for (const step of rules.order.steps) if (!rules.keptStand || !step.field.stored) round.run(step, isNew)
  return round.result()
}

class ComputeRound {
  private record: Values
  private readonly rows: Record<string, readonly Values[]>
  private readonly rules: ComputeRules
  /** The record with its lists, as expressions see it, until one of them changes. */
  private whole: Values | undefined
  private readonly asked = new Map<ComputeStep, readonly unknown[]>()

  constructor(record: Values, rows: ComputedRecord['rows'], rules: ComputeRules) {
    this.record = record
    this.rows = { ...rows }
    this.rules = rules
  }

  run(step: ComputeStep, isNew: boolean): void {
    const { list } = step
    if (list !== undefined) this.runRows(step, list)
    else {
      const place = { record: this.seen(), isNew }
      const next = this.changed(this.record, step, place)
      if (next !== this.record) this.whole = undefined
      this.record = next
    }
  }

  result(): ComputedRecord {
    const lists = new Set([...this.asked.keys()].map(({ list = '' }) => list))
    for (const list of lists) for (const row of this.rows[list] ?? []) this.rules.memory?.set(row, this.asked)
    return { record: this.record, rows: this.rows }
  }

  private seen(): Values {
    this.whole ??= { ...this.record, ...this.rows }
    return this.whole
  }

  private runRows(step: ComputeStep, list: string): void {
    const rows = this.rows[list]
    if (!rows || rows.length === 0) return
    const parent = this.seen()
    const inputs = step.parentNames.map(name => parent[name])
    if (!step.moving) this.asked.set(step, inputs)
    const next = rows.map(row => {
      if (this.rules.settled?.has(row) || this.isKnown(row, step, inputs)) return row
      return this.changed(row, step, { record: row, isNew: row.id === undefined || row.id === null || row.id === '', parent })
    })
    if (next.every((row, at) => row === rows[at])) return
    this.rows[list] = next
    this.whole = undefined
  }

  /** Tells whether the row stands as an earlier round left it, and the record that it hangs on does, too. */
  private isKnown(row: Values, step: ComputeStep, inputs: readonly unknown[]): boolean {
    const known = this.rules.memory?.get(row)?.get(step)
    return known?.every((input, at) => Object.is(input, inputs[at])) ?? false
  }

  private changed(values: Values, { field, compute, register }: ComputeStep, place: ComputePlace): Values {
    const value = computedValue(field, this.rules.answer(register, compute, place))
    const before = values[field.name]
    return Object.is(before, value) || isSameList(before, value) ? values : { ...values, [field.name]: value }
  }
}

const isSameList = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => Object.is(item, b[at]))
