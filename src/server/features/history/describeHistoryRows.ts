import { setImmediate as nextTurn } from 'node:timers/promises'
import { truncate } from '../../../base/text.ts'
import { seesEveryField } from '../../../model/access/sight.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Database, Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Reader, withoutUnseen } from '../../query/sight/unseen.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { visibilityOf } from '../../query/visibility.ts'
import { NO_STORE } from '../../write/unitOfWork.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import { historyChanges, type RecordNaming, referencedRecords } from './historyChanges.ts'
import { stateOf } from './historyEntries.ts'
import { loadRecordNaming } from './loadRecordNaming.ts'

interface Line {
  readonly row: DataRow
  readonly table: Table | undefined
  readonly before: DataRow | null
  readonly after: DataRow | null
}

/** Rows that are worked out before others have their turn. */
const SLICE = 200

/**
 * Lines of the history as people read them: the register's title, the record's name, and what changed in the words of its form. Of a
 * register that the caller does not see there is the title alone, and neither what stood in the record before nor after.
 */
export async function describeHistoryRows(
  rows: readonly DataRow[],
  { model, caller, database }: { readonly model: Model; readonly caller: Caller; readonly database: Database },
): Promise<DataRow[]> {
  const stores = [...caller.stores, ...(caller.storeId === null ? [] : [caller.storeId])]
  const scope = caller.admin ? ('all' as const) : { stores }
  const described = new Map<DataRow, DataRow>()
  for (const [store, ofStore] of Map.groupBy(rows, row => Number(row.lojaId ?? caller.storeId ?? NO_STORE))) {
    const lines = ofStore.map(row => lineOf(row, model, caller))
    const viewer = { ...caller, storeId: store === NO_STORE ? null : store }
    const naming = await database.read(scope, q => namingOf(lines, model, viewer, q))
    for (const [index, line] of lines.entries()) {
      if (index % SLICE === SLICE - 1) await nextTurn()
      described.set(line.row, { ...line.row, ...wordsOf(line, naming, model, caller) })
    }
  }
  return rows.map(row => described.get(row) ?? row)
}

/** A line, its record's table only where the caller sees the register. */
function lineOf(row: DataRow, model: Model, { rights }: Caller): Line {
  const register = model.registers[String(row.recurso)]
  const seen = register && visibilityOf(model, register, rights) === 'full'
  return {
    row,
    table: seen ? tableOf(model, register.name) : undefined,
    before: stateOf(row.antes),
    after: stateOf(row.depois),
  }
}

/** The records of the lines and those that they refer to, each register asked once. */
async function namingOf(lines: readonly Line[], model: Model, caller: Caller, q: Queries): Promise<RecordNaming> {
  const wanted = new Map<string, Set<unknown>>()
  const want = (register: string, ids: Iterable<unknown>): void => {
    const known = wanted.get(register) ?? new Set()
    for (const id of ids) known.add(id)
    wanted.set(register, known)
  }
  for (const { row, table, ...line } of lines) {
    if (!table) continue
    want(table.register.name, [row.recursoId])
    for (const [register, ids] of referencedRecords([line], table, model)) want(register, ids)
  }
  return loadRecordNaming(wanted, model, caller, q)
}

function wordsOf({ row, table, before, after }: Line, naming: RecordNaming, model: Model, { zone, rights }: Caller): DataRow {
  const cadastro = model.registers[String(row.recurso)]?.title ?? String(row.recurso ?? '')
  const hidden = { cadastro, registro: '', mudancas: '', ...hiddenStates(row) }
  if (!table) return hidden
  const id = String(row.recursoId ?? '')
  const named = naming(table.register.name, id)
  // A register whose rows are seen one by one shows only those that were found.
  if (named === id && table.register.rows) return hidden
  const registro = named === id ? recordLabel({ ...before, ...after }, table) || id : named
  const mudancas = changesText({ before, after }, table, { model, zone, naming, rights })
  return { cadastro, registro, mudancas, ...seenStates({ row, table, before, after }, { model, rights }) }
}

/** The states before and after, without the fields that the reader may not see. */
function seenStates({ row, table, before, after }: Line, reader: Reader): DataRow {
  if (!table || seesEveryField(reader.model, reader.rights)) return {}
  const text = (state: DataRow | null): string | null => state && JSON.stringify(withoutUnseen(state, table, reader))
  return {
    ...('antes' in row ? { antes: text(before) } : {}),
    ...('depois' in row ? { depois: text(after) } : {}),
  }
}

const hiddenStates = (row: DataRow): DataRow => ({
  ...('antes' in row ? { antes: null } : {}),
  ...('depois' in row ? { depois: null } : {}),
})

/** Fields told of one line, and characters of a value: a row of a list, and no document. */
const MOST_FIELDS = 30
const MOST_CHARACTERS = 120

function changesText(line: Pick<Line, 'before' | 'after'>, ...[table, reading]: Reading): string {
  const said = historyChanges(line, table, reading).flatMap(({ title, fromText, toText }) => {
    const [from, to] = [truncate(fromText, MOST_CHARACTERS), truncate(toText, MOST_CHARACTERS)]
    if (from === '' && to === '') return []
    // A record that was made or is gone has one side only.
    if (line.before === null || line.after === null)
      return [formatMessage(reading.model, 'past.value', { title, value: to || from })]
    const none = formatMessage(reading.model, 'past.empty')
    return [formatMessage(reading.model, 'past.change', { title, from: from || none, to: to || none })]
  })
  const rest = said.length - MOST_FIELDS
  return [
    ...said.slice(0, MOST_FIELDS),
    ...(rest > 0 ? [formatMessage(reading.model, 'work.more-fields', { count: rest })] : []),
  ].join(';\n')
}

type Reading = [table: Table, reading: Parameters<typeof historyChanges>[2]]
