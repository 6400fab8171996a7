import type { Register } from '../../model/model.ts'
import type { Row } from '../query/run.ts'
import type { Table } from '../query/table.ts'
import { NO_STORE, type Work } from './work.ts'

/** What a line of the record history says happened. */
export type Deed = 'criar' | 'alterar' | 'excluir'

export interface Line {
  readonly table: Table
  readonly lojaId: number | null
  readonly id: unknown
  readonly deed: Deed
  readonly before: Row | null
  readonly after: Row | null
}

/** The name under which a record's history is kept: views of one table share it. */
export const historyName = (register: Register): string => register.from?.register ?? register.name

const CHUNK = 2000

/** Writes the lines of the history, in the transaction of what they tell about: sent now, and waited for by the commit. */
export function writeHistory(lines: readonly Line[], { q, caller, sent }: Work): void {
  for (let start = 0; start < lines.length; start += CHUNK) {
    const params: unknown[] = [caller.userId]
    const rows = lines.slice(start, start + CHUNK).map(({ table, lojaId, id, deed, before, after }) => {
      const values = [lojaId ?? NO_STORE, historyName(table.register), String(id), deed, json(before), json(after)]
      return `(${values.map(value => `$${params.push(value)}`).join(', ')}, $1)`
    })
    const writing = q.query(
      `INSERT INTO "user_logs" ("lojaId", "recurso", "recursoId", "acao", "antes", "depois", "userId") VALUES ${rows.join(', ')}`,
      params,
    )
    writing.catch(() => undefined)
    sent.push(writing)
  }
}

const json = (row: Row | null): string | null => (row === null ? null : JSON.stringify(row))

/** The fields and lists in which two states of a record differ, on both sides; undefined when they do not. */
export function difference(before: Row, after: Row, table: Table): { before: Row; after: Row } | undefined {
  const names = [...table.byName.keys(), ...table.lists.keys()]
  const changed = names.filter(name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
  if (!changed.some(name => name !== 'version' && name !== 'updatedAt')) return undefined
  return { before: pick(before, changed), after: pick(after, changed) }
}

const pick = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map(name => [name, row[name] ?? null]))
