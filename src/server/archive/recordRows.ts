import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ArchivedTable } from './yearHead.ts'

/** Rows of some records by table, a text each in the notation of COPY, without its end. */
export type RecordRows = readonly (readonly string[])[]

/** The column at a place of a row: the store, the key, the key of the row that it belongs to. */
const cell = (row: string, at: 0 | 1 | 2): string => row.split('\t', 3)[at] ?? ''

export const storeKeyOf = (row: string): number => Number(cell(row, 0))
export const keyOfRow = (row: string): string => cell(row, 1)

export const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean)

/** Reads the records of a store with these keys, and all that belongs to them. */
export async function readRecordRows(
  client: pg.Client,
  tables: readonly ArchivedTable[],
  lojaId: number,
  ids: readonly string[],
): Promise<RecordRows> {
  const found: string[][] = []
  for (const { name, columns, parent } of tables) {
    const keys = parent ? (found[parent.at] ?? []).map(keyOfRow) : ids
    if (keys.length === 0) {
      found.push([])
      continue
    }
    const of = `t."lojaId" = ${lojaId} AND t.${parent?.by ?? 'id'} IN (${keys.map(BigInt).join(', ')})`
    const copy = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name} t WHERE ${of} ORDER BY t.id) TO STDOUT`))
    found.push(linesOf(await buffer(copy)))
  }
  return found
}

/** All rows of each record, by its key: two that are alike are the same record, unchanged. */
export function textsByRecord(tables: readonly ArchivedTable[], rows: RecordRows): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { at, row, record } of rowsWithRecords(tables, rows)) texts.set(record, `${texts.get(record) ?? ''}${at}\t${row}\n`)
  return texts
}

/** Those rows that belong to some of the records. */
export const rowsOfRecords = (tables: readonly ArchivedTable[], rows: RecordRows, records: ReadonlySet<string>): RecordRows => {
  const found: string[][] = tables.map(() => [])
  for (const { at, row, record } of rowsWithRecords(tables, rows)) if (records.has(record)) found[at]?.push(row)
  return found
}

function* rowsWithRecords(tables: readonly ArchivedTable[], rows: RecordRows) {
  const owners: Map<string, string>[] = []
  for (const [at, { parent }] of tables.entries()) {
    const known = new Map<string, string>()
    owners.push(known)
    for (const row of rows[at] ?? []) {
      const record = parent ? (owners[parent.at]?.get(cell(row, 2)) ?? '') : keyOfRow(row)
      known.set(keyOfRow(row), record)
      yield { at, row, record }
    }
  }
}
