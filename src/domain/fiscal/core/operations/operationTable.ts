/** A row of the register of operations (CFOP). */
export interface OperationRow {
  readonly id: string
  /** How a buyer books what left under it. */
  readonly entrada: string | null
  /** Under which one it comes back to whoever sold it. */
  readonly devolucao: string | null
  /** 2026-11-23. */
  readonly vigencia_inicio: string | null
  readonly vigencia_fim: string | null
}

/** The operations that exist on a day, by their code. */
export type Operations = ReadonlyMap<string, OperationRow>

/** The operations of a day, by these rows; one without days has always held. */
export const operationsOn = (rows: readonly OperationRow[], day: string): Operations =>
  new Map(
    rows
      .filter(({ vigencia_inicio, vigencia_fim }) => (vigencia_inicio ?? day) <= day && day <= (vigencia_fim ?? day))
      .map(row => [row.id, row]),
  )

/** Tells whether a text is an operation of entry that exists. */
export const isEntryOperation = (operations: Operations, code: string): boolean => /^[123]/.test(code) && operations.has(code)

/** Another entry that the table does not specify. */
const otherEntry = '949'

/** From where goods come: the first digit of what left in the state, for another one, abroad, is four more. */
const firstOfEntry = (code: string): number => Number(code[0]) - 4

const leaves = (code: string): boolean => /^[567]\d{3}$/.test(code)

/** Situations of goods whose tax was withheld, or is with this sale. */
const substituted = new Set('10 30 60 70 201 202 203 500'.split(' '))

/**
 * The operation by which a buyer enters what a supplier sold under one: by the table, never by the first digit alone. Goods whose tax was withheld are
 * bought under substitution, whatever the supplier wrote; what has no counterpart is another entry (949). An operation of entry stays.
 */
export function entryOperationOf(operations: Operations, code: string, situation?: string | null): string {
  if (!leaves(code)) return code
  const first = firstOfEntry(code)
  const entry = operations.get(code)?.entrada || `${first}${otherEntry}`
  const withheld = `${first}403`
  return entry === `${first}102` && substituted.has(situation ?? '') && operations.has(withheld) ? withheld : entry
}

/** The operation under which goods come back to whoever sold them; none where they did not leave. */
export function returnOperationOf(operations: Operations, code: string): string | undefined {
  if (!leaves(code)) return undefined
  return operations.get(code)?.devolucao || `${firstOfEntry(code)}${otherEntry}`
}
