import { kindByName } from '../../../kinds/values.ts'
import { conditionHolds, namesUsedBy } from '../../../model/expression.ts'
import type { Field, Model, NoOverlap, Register } from '../../../model/model.ts'
import { doOverlap, isWeekly } from '../../../model/overlap.ts'
import type { Problem } from '../../../model/problem.ts'
import { fieldOf } from '../../../model/register.ts'
import { holdInStore } from '../../database/holdInStore.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import type { Condition } from '../../query/queryPlan.ts'
import type { Table } from '../../query/table.ts'
import { NO_STORE, type UnitOfWork } from '../unitOfWork.ts'
import { validationError } from './validationError.ts'

/** A record as it was written: its key, its place in the body, and the columns that changed; absent: all of them. */
export interface WrittenRecord {
  readonly id: unknown
  readonly path: string
  readonly columns?: DataRow
}

/**
 * Makes writers of records that may not overlap wait for each other, so that each sees what the other wrote. Asked before any row is
 * held: who waits here holds nothing that another waits for.
 */
export async function awaitOverlapTurn({ register }: Table, { caller, q }: UnitOfWork): Promise<void> {
  if (!register.noOverlap) return
  await holdInStore(q, caller.storeId ?? NO_STORE, `overlap ${register.table}`)
}

/** Refuses what was written where it overlaps another record, and tells which one. What was so before and is not touched stays. */
export async function refuseOverlaps(written: readonly WrittenRecord[], table: Table, work: UnitOfWork): Promise<void> {
  const { register } = table
  if (!register.noOverlap || written.length === 0) return
  await awaitOverlapTurn(table, work)
  const problems: Problem[] = []
  for (const rule of register.noOverlap) {
    const touched = written.filter(({ columns }) => !columns || namesOf(rule, register, work.model).some(name => name in columns))
    if (touched.length === 0) continue
    const own = await takingPart(rule, { id: { inq: touched.map(({ id }) => id) } }, table, work)
    if (own.length === 0) continue
    const rows = await takingPart(rule, near(rule, own, register), table, work)
    const byId = new Map(own.map(row => [String(row.id), row]))
    for (const { id, path } of touched) {
      const row = byId.get(String(id))
      const other = row && rows.find(each => each.id !== row.id && doOverlap(rule, register, row, each))
      if (other)
        problems.push({ path: `${path}${rule.from}`, code: rule.message, params: { other: rangeText(rule, other, table, work) } })
    }
  }
  if (problems.length > 0) throw validationError(problems)
}

/** Fields that say whether two records overlap. */
const namesOf = ({ from, to, days, same, sharing, when }: NoOverlap, { name }: Register, model: Model): string[] => [
  from,
  to,
  ...(days ?? []),
  ...(same ?? []),
  ...(sharing ?? []),
  ...(when === undefined ? [] : namesUsedBy(model, name, when)),
]

/** Returns a condition that only rows meet which may overlap these. Times of a day come again, so all of them may. */
function near(rule: NoOverlap, rows: readonly DataRow[], register: Register): DataRow {
  const { from, to, same } = rule
  const where: DataRow = {}
  for (const name of same ?? []) {
    const values = [...new Set(rows.map(row => row[name] ?? null))]
    // Texts are the same in any case.
    if (!values.some(value => value === null || typeof value === 'string')) where[name] = { inq: values }
  }
  if (isWeekly(rule, register)) return where
  const starts = rows.map(row => row[from]).toSorted(byPlace)
  const ends = rows.map(row => row[to]).toSorted(byPlace)
  return { ...where, [from]: { lte: ends.at(-1) }, [to]: { gte: starts[0] } }
}

const byPlace = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string' ? (a < b ? -1 : a > b ? 1 : 0) : Number(a) - Number(b)

/** Records of the store that the rule is about, as they stand now, whoever asks. */
async function takingPart(rule: NoOverlap, where: DataRow, table: Table, work: UnitOfWork): Promise<DataRow[]> {
  const { model, caller, q } = work
  const { from, to, when } = rule
  const whole = { and: [where, { [from]: { neq: null } }, { [to]: { neq: null } }] }
  const plan = planList({ where: whole, limit: 1, order: 'id ASC' }, { model, table, zone: caller.zone })
  const store = table.byName.get('lojaId')
  const inStore: Condition[] =
    store && table.scoped && caller.storeId !== null ? [{ path: { column: store }, test: 'eq', value: caller.storeId }] : []
  const rows = await fetchPlanRows({ ...plan, where: [...inStore, ...plan.where], limit: Number.POSITIVE_INFINITY }, q)
  return rows.filter(record => conditionHolds(model, table.register.name, when, { record, zone: caller.zone }))
}

/** 'Segunda-feira a Sexta-feira, 11:00 a 15:00'. */
function rangeText({ from, to, days }: NoOverlap, row: DataRow, { register }: Table, { caller }: UnitOfWork): string {
  const said = (name: string): string => {
    const field = fieldOf(register, name)
    return field ? textOf(field, row[name], caller.zone) : ''
  }
  const weekdays = [...new Set((days ?? []).map(said))].filter(text => text !== '').join(' a ')
  return [...(weekdays === '' ? [] : [weekdays]), `${said(from)} a ${said(to)}`].join(', ')
}

const textOf = (field: Field, value: unknown, zone: string): string => {
  const kind = kindByName(field.kind)
  const known = kind.accept(value, { ...field, zone })
  return known.ok ? kind.format(known.value, { ...field, zone }) : ''
}
