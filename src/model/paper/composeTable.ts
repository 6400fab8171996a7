import { ExactDecimal } from '../../base/decimal.ts'
import { recordsIn } from '../../base/record.ts'
import type { ValueOptions } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import { isPathHidden } from '../access/sight.ts'
import { readsInScope, scopeOfPaperRow } from '../expression/paperReads.ts'
import { evaluateInScope } from '../expression.ts'
import { childListNamed } from '../register.ts'
import type { ResultColumn } from '../report.ts'
import type { PaperColumn, PaperTable } from '../views/paperDocument.ts'
import type { PaperBlock, PaperBlockColumn } from './paperBlock.ts'
import { type PaperContext, paperMoment } from './paperContext.ts'
import type { PaperRow } from './paperRow.ts'
import { paperText } from './paperText.ts'
import { type NamedField, namedField, namedText, namedValue, shownValue } from './paperValues.ts'

type TableBlock = Extract<PaperBlock, { readonly kind: 'table' }>

/** A column as it is drawn: what stands over it, and the text of a row; `value` where it is summed. */
interface DrawnColumn extends PaperBlockColumn {
  readonly name: string
  readonly options?: ValueOptions
  text(row: PaperRow): string
  value?(row: PaperRow): unknown
}

/** Rows after which others have their turn. */
const rowsAtOnce = 200

/** The rows of a child list; nothing where there are none, or no column of them is for who prints. */
export async function listTable(
  context: PaperContext,
  table: PaperTable,
  of: Extract<PaperTable['of'], { readonly list: string }>,
  record: PaperRow,
): Promise<TableBlock | undefined> {
  const { model, document, register, zone, rights } = context
  const child = model.registers[childListNamed(register, of.list)?.register ?? '']
  const scope = scopeOfPaperRow(model, document, of.list)
  if (!child || !scope) return undefined
  const evaluate = (expression: string, row: PaperRow): unknown =>
    evaluateInScope(scope, expression, paperMoment(context, row, record))
  const hides = (expression: string): boolean =>
    readsInScope(expression, scope).some(path =>
      path[0] === 'parent'
        ? isPathHidden(model, register, path.slice(1).join('.'), rights)
        : isPathHidden(model, child, path.join('.'), rights),
    )
  const columns = table.columns.flatMap((column): DrawnColumn[] => {
    if ('blank' in column) return [blankColumn(column)]
    if ('text' in column)
      return hides(column.text)
        ? []
        : [{ ...plain(column, column.title ?? ''), name: column.text, text: row => paperText(evaluate(column.text, row)) }]
    const named = namedField(model, child, column.field)
    if (!named || isPathHidden(model, child, column.field, rights)) return []
    return [fieldColumn(column, named, zone)]
  })
  const { where } = of
  if (where !== undefined && hides(where)) return undefined
  const rows = recordsIn(record[of.list]).filter(row => where === undefined || evaluate(where, row) === true)
  return drawTable(columns, rows, table.sums, context)
}

/** The rows that a report's query found. */
export function reportTable(
  table: PaperTable,
  found: { readonly columns: readonly ResultColumn[]; readonly rows: readonly PaperRow[] } | undefined,
  context: PaperContext,
): Promise<TableBlock | undefined> {
  const { zone } = context
  const columns = table.columns.flatMap((column): DrawnColumn[] => {
    if ('blank' in column) return [blankColumn(column)]
    const of = 'field' in column ? found?.columns.find(({ name }) => name === column.field) : undefined
    if (!of || of.hidden) return []
    const value = (row: PaperRow): unknown => row[of.name]
    return [
      {
        ...plain(column, column.title ?? of.title, kindByName(of.kind).align),
        name: of.name,
        options: of,
        text: row => shownValue(value(row), of, zone),
        value,
      },
    ]
  })
  return drawTable(columns, found?.rows ?? [], table.sums, context)
}

async function drawTable(
  columns: readonly DrawnColumn[],
  rows: readonly PaperRow[],
  sums: readonly string[],
  context: PaperContext,
): Promise<TableBlock | undefined> {
  if (rows.length === 0 || columns.length === 0) return undefined
  const texts: string[][] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await context.giveWay?.()
    texts.push(columns.map(column => column.text(row)))
  }
  const below = columns.map(column => (sums.includes(column.name) ? sumOf(column, rows, context.zone) : ''))
  return {
    kind: 'table',
    columns: columns.map(({ title, align, share }) => ({ title, align, share })),
    rows: texts,
    ...(below.some(text => text !== '') ? { sums: below } : {}),
  }
}

/** The sum of a column's values, exact. */
function sumOf({ options, value }: DrawnColumn, rows: readonly PaperRow[], zone: string): string {
  if (!options || !value) return ''
  const sum = rows.reduce((before, row) => {
    const one = Number(value(row) ?? 0)
    return Number.isFinite(one) ? before.plus(one) : before
  }, new ExactDecimal(0))
  return shownValue(sum.toNumber(), options, zone)
}

const plain = ({ share }: PaperColumn, title: string, align: PaperBlockColumn['align'] = 'start'): PaperBlockColumn => ({
  title,
  align,
  share,
})

const blankColumn = (column: Extract<PaperColumn, { readonly blank: string }>): DrawnColumn => ({
  ...plain(column, column.blank),
  name: '',
  text: () => '',
})

const fieldColumn = (column: Extract<PaperColumn, { readonly field: string }>, named: NamedField, zone: string): DrawnColumn => ({
  ...plain(column, column.title ?? named.field.title, named.target ? 'start' : kindByName(named.field.kind).align),
  name: column.field,
  options: named.field,
  text: row => namedText(named, row, zone),
  value: row => namedValue(named, row),
})
