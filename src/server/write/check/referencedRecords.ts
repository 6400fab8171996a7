import { recordsIn } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { type MembersByReference, readsReferences, referenceReadsOf } from '../../../model/expression/referenceReads.ts'
import type { Problem } from '../../../model/problem.ts'
import { type Caller, withAllRights } from '../../access/caller.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import { restrictPlan } from '../../query/restrictPlan.ts'
import { type RegisterColumn, referenceLabelColumns, type Table, tableOf } from '../../query/table.ts'
import { visibilityOf } from '../../query/visibility.ts'
import type { UnitOfWork } from '../unitOfWork.ts'

/** Records that expressions read through references, each read once a save, as the caller may see them. */
export interface ReferencedRecords {
  /** Reads what the record and its rows point to, and was not read yet. */
  fetchFor(records: readonly DataRow[]): Promise<void>
  /** The record with the records that it points to beside its keys; with its rows, theirs too. */
  attach(record: DataRow): DataRow
  attachToRow(list: string, row: DataRow): DataRow
  /** Tells whether everything that was attached to was there; asked once, it is so from then on. */
  takeMissing(): readonly DataRow[]
  /** References whose record the caller cannot see as far as the definition needs it. */
  problemsOf(record: DataRow, before: DataRow | undefined): readonly Problem[]
}

/** For registers whose expressions read no other record: nothing. */
export function referencesForSave(table: Table, work: UnitOfWork): ReferencedRecords | undefined {
  return readsReferences(work.model, table.register) ? new Reader(table, work) : undefined
}

class Reader implements ReferencedRecords {
  private readonly table: Table
  private readonly work: UnitOfWork
  private readonly found = new Map<string, DataRow | null>()
  private readonly missing = new Set<DataRow>()

  constructor(table: Table, work: UnitOfWork) {
    this.table = table
    this.work = work
  }

  private known: Caller | undefined

  /** The caller, as far as they may read; what the server writes by itself is judged by what there is in the store. */
  private get reader(): Caller {
    const { byServer, model, caller } = this.work
    this.known ??= byServer ? withAllRights(model, caller) : caller
    return this.known
  }

  private get reads() {
    return referenceReadsOf(this.work.model, this.table.register)
  }

  async fetchFor(records: readonly DataRow[]): Promise<void> {
    const wanted = new Map<Table, { ids: Map<string, unknown>; members: Set<string> }>()
    const ask = (row: DataRow, from: Table, members: MembersByReference): void => {
      for (const [name, some] of members) {
        const column = from.byName.get(name)
        const id = column && keyIn(row, column)
        if (!column || id === undefined) continue
        const target = this.targetOf(column)
        const group = wanted.get(target) ?? { ids: new Map<string, unknown>(), members: new Set<string>() }
        for (const member of some) group.members.add(member)
        if (!this.found.has(keyOf(target, id))) group.ids.set(String(id), id)
        wanted.set(target, group)
      }
    }
    for (const record of records) {
      ask(record, this.table, this.reads.own)
      for (const [list, members] of this.reads.rows)
        for (const row of recordsIn(record[list])) ask(row, this.rowsOf(list), members)
    }
    await Promise.all([...wanted].map(([target, { ids }]) => this.fetch(target, [...ids.values()])))
  }

  /** All members that any expression of the register reads of this target: a record is read once for all of them. */
  private membersOf(target: Table): Set<string> {
    const all = [
      ...[...this.reads.own].map(([name, some]) => [this.table, name, some] as const),
      ...[...this.reads.rows].flatMap(([list, members]) =>
        [...members].map(([name, some]) => [this.rowsOf(list), name, some] as const),
      ),
    ]
    return new Set(
      all.flatMap(([from, name, some]) => {
        const column = from.byName.get(name)
        return column && this.targetOf(column) === target ? [...some].filter(member => target.byName.has(member)) : []
      }),
    )
  }

  private async fetch(target: Table, ids: readonly unknown[]): Promise<void> {
    if (ids.length === 0) return
    const { model, q } = this.work
    const caller = this.reader
    for (const id of ids) this.found.set(keyOf(target, id), null)
    if (visibilityOf(model, target.register, caller.rights) === 'none') return
    const where = { id: { inq: ids } }
    const context = { model, table: target, zone: caller.zone }
    const plan = planList({ where, fields: ['id', ...this.membersOf(target)], limit: ids.length, order: 'id ASC' }, context)
    for (const row of await fetchPlanRows({ ...restrictPlan(plan, caller, model), limit: Number.POSITIVE_INFINITY }, q))
      this.found.set(keyOf(target, row.id), row)
  }

  attach(record: DataRow): DataRow {
    const rows = [...this.reads.rows.keys()].flatMap(list =>
      Array.isArray(record[list]) ? [[list, recordsIn(record[list]).map(row => this.attachToRow(list, row))] as const] : [],
    )
    return { ...this.attachIn(record, this.table, this.reads.own), ...Object.fromEntries(rows) }
  }

  attachToRow(list: string, row: DataRow): DataRow {
    const members = this.reads.rows.get(list)
    return members ? this.attachIn(row, this.rowsOf(list), members) : row
  }

  private attachIn(row: DataRow, from: Table, members: MembersByReference): DataRow {
    const beside: DataRow = {}
    for (const name of members.keys()) {
      const column = from.byName.get(name)
      const as = column?.field.reference?.as
      const id = column && keyIn(row, column)
      if (!column || as === undefined || id === undefined) continue
      const there = this.found.get(keyOf(this.targetOf(column), id))
      if (there) beside[as] = there
      else if (there === undefined) this.missing.add(from === this.table ? row : { [this.listOf(from)]: [row] })
    }
    return { ...row, ...beside }
  }

  takeMissing(): readonly DataRow[] {
    const missing = [...this.missing]
    this.missing.clear()
    return missing
  }

  problemsOf(record: DataRow, before: DataRow | undefined): readonly Problem[] {
    const own = this.unseenIn(record, before, this.table, this.reads.own, '')
    const rows = [...this.reads.rows].flatMap(([list, members]) => {
      const standing = new Map(recordsIn(before?.[list]).map(row => [String(row.id), row]))
      return recordsIn(record[list]).flatMap((row, at) =>
        this.unseenIn(row, standing.get(String(row.id)), this.rowsOf(list), members, `${list}.${at}.`),
      )
    })
    return [...own, ...rows]
  }

  private unseenIn(row: DataRow, before: DataRow | undefined, from: Table, members: MembersByReference, path: string): Problem[] {
    const { model } = this.work
    const caller = this.reader
    return [...members].flatMap(([name, some]): Problem[] => {
      const column = from.byName.get(name)
      const id = column && keyIn(row, column)
      if (!column || id === undefined) return []
      const target = this.targetOf(column)
      const labels = referenceLabelColumns(target).map(one => one.name)
      const seen = visibilityOf(model, target.register, caller.rights)
      const params = { field: column.field.title }
      if (seen !== 'full' && [...some].some(member => !labels.includes(member)))
        return [{ path: `${path}${name}`, code: 'reference-unseen', params }]
      const lost = this.found.get(keyOf(target, id)) === null && String(before?.[name]) !== String(id)
      return lost ? [{ path: `${path}${name}`, code: 'reference-invalid', params }] : []
    })
  }

  private targetOf(column: RegisterColumn): Table {
    return tableOf(this.work.model, column.field.reference?.to ?? '')
  }

  private rowsOf(list: string): Table {
    return tableOf(this.work.model, this.table.lists.get(list)?.register ?? '')
  }

  private listOf(rows: Table): string {
    return [...this.reads.rows.keys()].find(list => this.rowsOf(list) === rows) ?? ''
  }
}

const keyOf = ({ register }: Table, id: unknown): string => `${register.name} ${String(id)}`

/** The key that a row holds, as its kind takes it; what is no key will be told by the check. */
function keyIn(row: DataRow, { name, field, kind }: RegisterColumn): unknown {
  const raw = asValue(row[name])
  if (raw === null || raw === '') return undefined
  const key = kind.accept(raw, field)
  return key.ok ? key.value : undefined
}
