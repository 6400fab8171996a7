import pg from 'pg'
import type { Problem } from '../../model/problem.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Table } from '../query/table.ts'
import { bisectRefused } from './bisectRefused.ts'
import { diagnoseDrafts } from './check/diagnoseDrafts.ts'
import { REFUSAL_CODES } from './runWrite.ts'
import { writeRecords } from './saveRecords.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import { storeOfRow, type UnitOfWork } from './unitOfWork.ts'

/** A record that was not saved, by its place among those that were to be, and what is wrong with it. */
export interface RefusedRecord {
  readonly index: number
  readonly problem: Problem
}

/** Rows of one part: checked in one go, during which the server answers nobody else. */
const PART = 250

/**
 * Saves many records in the work's transaction, part by part. Those that are refused leave nothing behind and are told, each at
 * its place; whether the others stand is for the caller to say, who ends the transaction. `saved` sees the records that were, without
 * the lists that were not named.
 */
export async function saveInParts(
  bodies: readonly DataRow[],
  table: Table,
  work: UnitOfWork,
  saved: (rows: readonly DataRow[]) => void,
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = []
  for (let start = 0; start < bodies.length; start += PART) {
    const items = bodies.slice(start, start + PART).map((body, at) => ({ index: start + at, body }))
    await savePart(items, { table, work, saved, refused })
  }
  return refused.sort((a, b) => a.index - b.index)
}

interface Item {
  readonly index: number
  readonly body: DataRow
}

interface Saving {
  readonly table: Table
  readonly work: UnitOfWork
  readonly refused: RefusedRecord[]
  saved(rows: readonly DataRow[]): void
}

const savePart = (items: readonly Item[], { table, work, refused, saved }: Saving): Promise<void> =>
  bisectRefused(items, work, {
    run: (some, part) => {
      const bodies = some.map(({ body }) => body)
      return writeRecords(bodies, table, part)
    },
    done: saved,
    blame: async (some, error, drafts) => {
      const problems = await problemsOf(error, drafts, some, { table, work })
      refused.push(...problems)
      const wrong = new Set(problems.map(({ index }) => index))
      return some.filter(({ index }) => wrong.has(index))
    },
  })

/** Returns the problems by record; none when several were tried and no one is named. An error that no record causes is thrown. */
async function problemsOf(
  error: unknown,
  drafts: readonly WriteDraft[],
  items: readonly Item[],
  { table, work }: Pick<Saving, 'table' | 'work'>,
): Promise<RefusedRecord[]> {
  const refusal = error instanceof ApiError && error.statusCode < 500 && error.statusCode !== 403
  if (!refusal && !(error instanceof pg.DatabaseError && REFUSAL_CODES.has(error.code ?? ''))) throw error
  const lojaId = storeOfRow(table, work.caller, items[0]?.body.id)
  const told = refusal
    ? error.details
    : await diagnoseDrafts(
        drafts.map((draft, index) => ({ draft, index })),
        table.register.scope === 'store' ? lojaId : null,
        work,
      )
  const placed = told.flatMap(problem => {
    const [, at = '', path = ''] = /^(\d+)\.?(.*)$/.exec(problem.path) ?? []
    const item = at === '' ? undefined : items[Number(at)]
    return item ? [{ index: item.index, problem: { ...problem, path } }] : []
  })
  const [only] = items
  if (placed.length > 0 || items.length > 1 || !only) return placed
  if (!refusal && error.code !== '23505') throw error
  if (!refusal) return [{ index: only.index, problem: { path: '', code: 'duplicate' } }]
  return [{ index: only.index, problem: { path: '', code: error.code, params: error.params } }]
}
