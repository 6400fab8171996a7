import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Queries } from '../../database/queries.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { labelList, ROOT_ALIAS, readingOfStore } from '../planSql.ts'
import type { QueryPlan, ReferenceLabel } from '../queryPlan.ts'
import type { RegisterColumn } from '../table.ts'
import { labelColumns } from './labelColumns.ts'

type Row = Record<string, unknown>

/** Writes into raw rows what names the records that they refer to; says whether all of it was known. */
export type LabelFiller = (rows: readonly Row[]) => boolean

/**
 * Asks for what names the records that a store's rows refer to, just before the rows are written: where rows are on several machines, a statement that
 * writes gives back nothing of other rows. `rows` hold references as their columns take them. Undefined where that cannot be asked.
 */
export function askLabelsBefore(
  plan: QueryPlan,
  store: number,
  rows: readonly Row[],
  q: Queries,
): Promise<LabelFiller> | undefined {
  if (rows.length === 0) return undefined
  const asked = memoizeByKey(statements, plan, () => statementOf(plan) ?? 'none')
  if (asked === 'none') return undefined
  const arrays = asked.references.map(({ name }) => rows.map(row => row[name] ?? null))
  return q.query<Row>(asked.text, asked.ofStore ? [...arrays, store] : arrays).then(found => {
    const known = knownLabels(plan.labels, rows, found.rows)
    return given => fill(plan.labels, known, given)
  })
}

interface LabelStatement {
  readonly text: string
  /** Of each an array is a parameter. */
  readonly references: readonly RegisterColumn[]
  /** Whether the store is the last parameter. */
  readonly ofStore: boolean
}

const statements = new WeakMap<QueryPlan, LabelStatement | 'none'>()

/** The names, with the references in place of the rows; undefined where rows of the table itself name each other, or none does. */
function statementOf({ table, labels, columns }: QueryPlan): LabelStatement | undefined {
  const references = [...new Set(labels.map(({ reference }) => reference))]
  const named = labelList(labels)
  if (named === '' || references.some(reference => !columns.includes(reference))) return undefined
  if (labels.some(({ target }) => target.sql === table.sql)) return undefined
  const reading = readingOfStore(named, `$${references.length + 1}`)
  const arrays = references.map(({ column, field }, at) => `$${at + 1}::${column.sqlType(field)}[]`)
  const names = references.map(({ name }) => quotedIdentifier(name))
  const rows = `unnest(${arrays.join(', ')}) WITH ORDINALITY ${ROOT_ALIAS}(${names.join(', ')}, "#")`
  return { text: `SELECT ${reading} FROM ${rows} ORDER BY ${ROOT_ALIAS}."#"`, references, ofStore: reading !== named }
}

/** The values of each label's columns by what is referred to. */
type KnownLabels = ReadonlyMap<string, ReadonlyMap<string, Row>>

function knownLabels(labels: readonly ReferenceLabel[], rows: readonly Row[], found: readonly Row[]): KnownLabels {
  return new Map(
    labels.map(({ name, reference }) => [name, new Map(found.map((row, at) => [String(rows[at]?.[reference.name]), row]))]),
  )
}

const fill = (labels: readonly ReferenceLabel[], known: KnownLabels, rows: readonly Row[]): boolean =>
  rows.every(row =>
    labels.every(label => {
      const reference = row[label.reference.name] ?? null
      const values = reference === null ? undefined : known.get(label.name)?.get(String(reference))
      if (reference !== null && !values) return false
      const columns = labelColumns(label)
      for (const { key } of columns) row[key] = values?.[key] ?? null
      // A record without any name is not there yet: the statement itself makes it.
      return reference === null || columns.length === 0 || columns.some(({ key }) => row[key] !== null)
    }),
  )
