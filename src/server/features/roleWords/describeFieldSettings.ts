import type { Model } from '../../../model/model.ts'
import { settingState } from '../../../model/own/settingState.ts'
import type { Caller } from '../../access/caller.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'

/** Rows that set something of fields, with a word at each row of which something does not hold any more. */
export function describeFieldSettings(
  rows: readonly DataRow[],
  model: Model,
  { fields = [] }: Pick<Caller, 'fields'>,
): DataRow[] {
  const gone = new Set(fields.flatMap(({ registro, campo, invalido }) => (invalido ? [`${registro} ${campo}`] : [])))
  return rows.map(row => {
    const [registro, campo] = [String(row.registro), String(row.campo)]
    const setting = { registro, campo, titulo: textOf(row.titulo), inicial: textOf(row.inicial) }
    return { ...row, situacao: settingState(model, setting, gone.has(`${registro} ${campo}`)) ?? null }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
