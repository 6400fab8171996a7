import type { CallError } from '../data/api.ts'
import type { RegisterRow } from '../data/registerRows.ts'

/** What a refused save says of the record as it is now, and of who changed it. */
export interface SaveConflict {
  readonly current?: RegisterRow
  readonly by?: string
  readonly at?: string
}

/** Reads the body of a 409: the current record stands beside the error or inside of it. */
export function saveConflictOf(error: Pick<CallError, 'status' | 'body'>): SaveConflict | undefined {
  if (error.status !== 409) return undefined
  const current = found(error.body, 'current')
  const changes = found(error.body, 'changes')
  const last: unknown = Array.isArray(changes) ? changes.at(-1) : changes
  const by = text(last, ['nome', 'name', 'user', 'por', 'by', 'email'])
  const at = text(last, ['createdAt', 'at', 'em', 'when'])
  return { ...(isRow(current) ? { current } : {}), ...(by ? { by } : {}), ...(at ? { at } : {}) }
}

function found(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  const own = (body as Record<string, unknown>)[name]
  return own ?? found((body as Record<string, unknown>).error, name)
}

function text(from: unknown, names: readonly string[]): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined
  const record = from as Record<string, unknown>
  const value = names.map(name => record[name]).find(one => typeof one === 'string' && one !== '')
  return typeof value === 'string' ? value : undefined
}

const isRow = (value: unknown): value is RegisterRow => typeof value === 'object' && value !== null && 'id' in value
