import type { BulkUpdateRefused, BulkUpdateReply, FieldValuesReply } from '../../../api/batch.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Register } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { bulkUpdateRecords, type RecordsFilter } from '../../offline/saveRecords.ts'
import type { AskedAdjustment } from './fieldAdjustment.ts'

/** The change of the field: the same value for all, or each record's own number changed. */
export type FieldChange = { readonly valor: Value } | { readonly ajuste: AskedAdjustment }

/** Asks for it; without a change it asks what is there only. */
export async function fetchFieldValueCounts(
  register: Register,
  registros: RecordsFilter,
  campo: string,
  change: FieldChange | undefined,
  signal: AbortSignal,
): Promise<FieldValuesReply> {
  const next = change && 'ajuste' in change ? { ajuste: { campo, ...change.ajuste } } : change
  const body = { registros, campo, ...next }
  return (await call<FieldValuesReply>('POST', `${register.name}/valores`, { body, signal, isRead: true })).data
}

/** Why nothing was changed: by record, of how many, and how many could be changed all the same. */
export interface MassEditRefusal {
  readonly lines: readonly { readonly id: string; readonly text: string }[]
  readonly count: number
  readonly valid: number
}

/** A type and no interface: it travels as a body. */
export type MassEditChange = {
  readonly registros: RecordsFilter
  readonly dados?: Readonly<Record<string, Value>>
  readonly ajuste?: AskedAdjustment & { readonly campo: string }
  readonly visto: string | undefined
  readonly validas: boolean
}

/** Changes all of them as one action, or says why not. */
export async function applyMassEdit(
  register: Register,
  change: MassEditChange,
  action: string,
): Promise<BulkUpdateReply | MassEditRefusal> {
  try {
    return await bulkUpdateRecords(register.name, change, action)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const told = error.body as Partial<BulkUpdateRefused>
    const lines = refusedLines(told.problemas ?? [])
    if (lines.length > 0) return { lines, count: told.recusados ?? lines.length, valid: told.validos ?? 0 }
    const whole = error.details[0]?.message ?? error.message
    return { lines: [{ id: '', text: whole }], count: 0, valid: 0 }
  }
}

/** Returns the problems by record, as people read them. */
export const refusedLines = (problems: BulkUpdateReply['problemas']): MassEditRefusal['lines'] =>
  problems.map(({ id, rotulo, path, message }) => ({
    id: `${id} ${path}`,
    text: rotulo === '' ? message : `${rotulo}: ${message}`,
  }))
