import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import type { InstallationKeys } from '../database/secret.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import { resealer, type SealedValue } from './resealer.ts'
import { registerColumns, type SealedColumn, systemColumns } from './sealedColumns.ts'

export interface RotationSource {
  readonly database: Pick<ServerDatabase, 'system'>
  readonly model: Model
  /** Of now and of before. */
  readonly keys: Required<InstallationKeys>
  /** Hears of progress, in words. */
  tell(text: string): void
}

/** The outcome for sealed values. */
export interface RotationOutcome {
  /** Sealed anew with the key of now. */
  readonly resealed: number
  /** Sealed with it already. */
  readonly current: number
  /** Opened by neither key, by column: they were lost before, and are left as they are. */
  readonly lost: Readonly<Record<string, number>>
}

const BATCH = 200
const ROUNDS = 5

/**
 * Seals every value that is kept under the key before with the key of now, some at a time while people work: a value that somebody changes meanwhile
 * is theirs. What is done is done: cut short, it goes on when it is run again. It goes round until a round finds nothing.
 * @throws Error in words where there is always more: a server works with the former key alone
 */
export async function rotateKey({ database, model, keys, tell }: RotationSource): Promise<RotationOutcome> {
  const q = database.system
  let resealed = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const columns = [...registerColumns(model), ...(await systemColumns(q))]
    const look = resealer(
      keys,
      columns.flatMap(({ place }) => place),
    )
    const found = { resealed: 0, current: 0, lost: new Map<string, number>() }
    for (const column of columns) await rotateColumn(q, column, look, found)
    resealed += found.resealed
    if (found.resealed === 0) return { resealed, current: found.current, lost: Object.fromEntries(found.lost) }
    tell(`${found.resealed} values were sealed anew.`)
  }
  throw new Error(
    'Values are sealed with the former key all the time: a server works without the new one. Give it to all, and run this again.',
  )
}

type Found = { resealed: number; current: number; readonly lost: Map<string, number> }

async function rotateColumn(
  q: Queries,
  column: SealedColumn,
  look: (text: string, place: string) => SealedValue,
  found: Found,
): Promise<void> {
  for (let last: readonly string[] | undefined; ; ) {
    const rows = await column.read(q, last, BATCH)
    for (const row of rows) {
      const value = look(row.value, column.place)
      found.current += value.current
      if (value.lost > 0) found.lost.set(column.place, (found.lost.get(column.place) ?? 0) + value.lost)
      if (value.resealed > 0 && (await column.write(q, row, value.text))) found.resealed += value.resealed
    }
    last = rows.at(-1)?.key
    if (rows.length < BATCH || !last) return
  }
}
