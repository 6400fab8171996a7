import type { Problem } from '../../../model/problem.ts'
import { claimant, exclusiveClaims, isFilled, storeOfClaims } from '../store/claims.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import type { WrittenRow } from './writtenRows.ts'

interface Wanted {
  readonly problem: Problem
  readonly name: string
  readonly value: string
  readonly record: string | undefined
  readonly store: string
}

/** Values that name something outside and are another record's already, or that two of these rows want. Nothing of the other is told. */
export async function claimedByOthers(
  written: readonly WrittenRow[],
  lojaId: number | null,
  { service }: Pick<UnitOfWork, 'service'>,
): Promise<Problem[]> {
  const wanted = written.flatMap(row => wantedBy(row, lojaId))
  if (wanted.length === 0) return []
  // The owner of a claim is nobody's to see: the question is asked outside of the caller's stores.
  const { rows } = await service.database.read('all', q =>
    q.query<{ at: number; record: string; store: string }>(
      `SELECT w.at::int AS at, c.record, c."lojaId"::text AS store FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(name, value, at)
       JOIN system.claims c ON c.name = w.name AND c.value = lower(w.value)`,
      [wanted.map(({ name }) => name), wanted.map(({ value }) => value)],
    ),
  )
  const holders = new Map(rows.map(({ at, record, store }) => [wanted[at - 1], { record, store }]))
  const first = new Map<string, Wanted>()
  return wanted.flatMap(one => {
    const holder = holders.get(one)
    const isOwn = holder?.record === one.record && holder?.store === one.store
    const key = `${one.name} ${one.value.toLowerCase()}`
    const isSecond = first.has(key)
    first.set(key, first.get(key) ?? one)
    return isSecond || (holder && !isOwn) ? [one.problem] : []
  })
}

const wantedBy = ({ table, path, id, columns }: WrittenRow, lojaId: number | null): Wanted[] =>
  exclusiveClaims(table).flatMap(({ column, name }) => {
    const value = columns[column]
    if (!isFilled(value)) return []
    const field = table.byName.get(column)?.field.title ?? column
    return [
      {
        problem: { path: `${path}${column}`, code: 'claimed', params: { field } },
        name,
        value: String(value),
        record: id === undefined ? undefined : claimant(table, id),
        store: String(storeOfClaims(table, { id, lojaId })),
      },
    ]
  })
