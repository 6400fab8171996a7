import type { Card, Chart, ReportItem, Table } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { scopeOfFields } from '../../expression.ts'
import { columnFields, parameterFields } from '../../report/expressionFields.ts'
import { shapeColumns } from '../../report/resultPath.ts'
import { type ResultPart, type RowsShape, resultMemberNames, resultPartAt, withCallName } from '../../report/resultShape.ts'
import type { Report, ResultColumn } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker, scalarTypes } from '../checker.ts'
import { checkDrill } from './drill.ts'
import { checkAddressNames, checkOptionalExpression } from './lazyScope.ts'
import { demandWholeRows } from './query.ts'

const pieces = ['cards', 'charts', 'table', 'toggle', 'items', 'note', 'button', 'attention', 'steps'] as const

/** The pieces of a report's page: each path leads somewhere, each column is there, each condition holds. */
export function checkReportItems(checker: Checker, path: JsonPath, items: readonly ReportItem[], report: Report): void {
  items.forEach((item, i) => {
    checkItem(checker, [...path, i], item, report)
  })
}

function checkItem(checker: Checker, path: JsonPath, item: ReportItem, report: Report): void {
  const has = pieces.filter(piece => item[piece] !== undefined)
  if (has.length !== 1) checker.add(path, 'item-one', `A piece of the page is exactly one of ${pieces.join(', ')}.`)
  const scope = () => scopeOfFields(checker.model, parameterFields(report.parameters))
  checkOptionalExpression(checker, [...path, 'when'], item.when, scope, boolType)
  if (item.items && item.when === undefined && item.arrange === undefined)
    checker.add([...path, 'items'], 'when-missing', '"items" needs "when" or "arrange".', { part: 'key' })
  if (item.arrange !== undefined) checkArranged(checker, path, item)
  if (item.items) checkReportItems(checker, [...path, 'items'], item.items, report)
  item.toggle?.forEach((view, i) => {
    checkReportItems(checker, [...path, 'toggle', i, 'items'], view.items, report)
  })
  item.cards?.forEach((card, i) => {
    checkCard(checker, [...path, 'cards', i], card, report)
  })
  item.charts?.forEach((chart, i) => {
    checkChart(checker, [...path, 'charts', i], chart, report)
  })
  if (item.table) checkTable(checker, [...path, 'table'], item.table, report)
  checker.message([...path, 'note'], item.note)
  checkLines(checker, path, item, report)
  if (item.button?.call) checker.call([...path, 'button', 'call'], item.button.call, scope())
  checkAddressNames(checker, [...path, 'button', 'open'], item.button?.open, scope)
}

/** People arrange whole pieces of a page of figures, and the choice is kept by the id. */
function checkArranged(checker: Checker, path: JsonPath, { id }: ReportItem): void {
  const isWhole = path[0] === 'dashboard' && path.length === 3
  const at = [...path, 'arrange']
  if (!isWhole)
    checker.add(at, 'arrange-unused', 'People arrange the pieces of a page of figures, and nothing within them.', { part: 'key' })
  else if (id === undefined) checker.add(at, 'id-missing', '"arrange" needs "id".', { part: 'key' })
}

/** Checks the lines that need attention, and first steps. */
function checkLines(checker: Checker, path: JsonPath, { attention, steps }: ReportItem, report: Report): void {
  checker.message([...path, 'attention', 'none'], attention?.none)
  attention?.items.forEach((line, i) => {
    const at = [...path, 'attention', 'items', i]
    checkFigure(checker, [...at, 'value'], line.value, report)
    checker.message([...at, 'message'], line.message)
    checkPageAddress(checker, [...at, 'open'], line.open, report)
    checkDrill(checker, [...at, 'drill'], line.drill, { columns: [] }, report)
  })
  steps?.items.forEach((step, i) => {
    const at = [...path, 'steps', 'items', i]
    checkFigure(checker, [...at, 'done'], step.done, report)
    checkPageAddress(checker, [...at, 'open'], step.open, report)
  })
}

/** `{names}` of an address that belongs to no row: parameters, what calls were asked, today, yesterday, the month's first day. */
function checkPageAddress(checker: Checker, path: JsonPath, address: string | undefined, report: Report): void {
  checker.page(path, address)
  if (!address?.includes('{')) return
  const scope = scopeOfFields(checker.model, parameterFields(report.parameters))
  checker.address(path, address, {
    ...scope,
    names: new Set([...scope.names, ...Object.keys(report.calls), 'today', 'yesterday', 'monthStart']),
  })
}

/** Finds the part to which a path leads; told when it leads nowhere. */
function find(checker: Checker, at: JsonPath, path: string, report: Report): ResultPart | undefined {
  const [call = '', ...steps] = withCallName(path, report.calls).split('.')
  const query = checker.model.queries[report.calls[call]?.query ?? '']
  if (query === undefined) {
    if (!report.calls[call]) checker.unknown(at, 'call-unknown', 'call', call, Object.keys(report.calls))
    return undefined
  }
  const found = resultPartAt(query.result, steps)
  if (found) return found
  const above = steps.slice(0, -1)
  const parent = resultPartAt(query.result, above)
  const begin = path.split('.').slice(0, -1)
  const names = parent && parent.is !== 'column' ? resultMemberNames(parent) : []
  checker.unknown(
    at,
    'figure-unknown',
    `figure of ${query.name}`,
    path,
    names.map(name => [...begin, name].join('.')),
  )
  return undefined
}

function findRows(checker: Checker, at: JsonPath, path: string, report: Report): RowsShape | undefined {
  const found = find(checker, at, path, report)
  if (found === undefined) return undefined
  if (found.is === 'rows' || found.is === 'keyed' || found.is === 'tree') return found
  // The figures of each store that is asked.
  if (found.is === 'record' && asksStores(path, report)) return { is: 'rows', columns: shapeColumns(found), statement: '' }
  checker.add(at, 'rows-needed', `"${path}" has no rows.`)
  return undefined
}

/** Tells whether the call of a path is made for several stores. */
const asksStores = (path: string, { calls, compareStores }: Report): boolean =>
  compareStores !== undefined || calls[withCallName(path, calls).split('.')[0] ?? '']?.stores !== undefined

function findColumn(checker: Checker, at: JsonPath, path: string, report: Report): void {
  const found = find(checker, at, path, report)
  if (found?.is === 'value' && asksStores(path, report)) return
  if (found?.is === 'column') demandWholeRows(checker, at, found.rows)
  if (found && found.is !== 'column') checker.add(at, 'column-needed', `"${path}" is no column of rows.`)
}

/** Refuses the sum of averages or rates, which says nothing. */
function demandAdditive(checker: Checker, at: JsonPath, column: ResultColumn | undefined): void {
  if (column?.additive === false)
    checker.add(at, 'not-additive', `"${column.name}" is an average or a rate: it cannot be added up.`)
}

function findValue(checker: Checker, at: JsonPath, path: string, report: Report): ResultColumn | undefined {
  const found = find(checker, at, path, report)
  if (found?.is === 'value') return found.column
  if (found) checker.add(at, 'value-needed', `"${path}" is no single figure: use sum, average, count or top.`)
  return undefined
}

type Figure = Card['value']

const figures = ['sum', 'average', 'count', 'top', 'expression'] as const

function checkFigure(checker: Checker, path: JsonPath, figure: Figure | undefined, report: Report): void {
  if (figure === undefined) return
  if (typeof figure === 'string') {
    findValue(checker, path, figure, report)
    return
  }
  const has = figures.filter(word => figure[word] !== undefined)
  if (has.length !== 1) checker.add(path, 'figure-one', `A figure is exactly one of ${figures.join(', ')}.`)
  if (figure.sum !== undefined) {
    findColumn(checker, [...path, 'sum'], figure.sum, report)
    const found = find(checker, [...path, 'sum'], figure.sum, report)
    demandAdditive(checker, [...path, 'sum'], found?.is === 'column' ? found.column : undefined)
  }
  if (figure.average !== undefined) findColumn(checker, [...path, 'average'], figure.average, report)
  if (figure.count !== undefined)
    demandWholeRows(checker, [...path, 'count'], findRows(checker, [...path, 'count'], figure.count, report))
  if (figure.top !== undefined) {
    const rows = findRows(checker, [...path, 'top'], figure.top, report)
    if (figure.by === undefined || figure.show === undefined)
      checker.add([...path, 'top'], 'figure-one', '"top" needs "by" and "show".', { part: 'key' })
    checkColumns(checker, path, { by: figure.by, show: figure.show }, rows)
    demandWholeRows(checker, [...path, 'top'], rows)
  }
  if (figure.expression !== undefined) checkCalculation(checker, path, figure, report)
}

function checkCalculation(checker: Checker, path: JsonPath, figure: Exclude<Figure, string>, report: Report): void {
  const columns = Object.entries(figure.of ?? {}).flatMap(([name, at]): ResultColumn[] => {
    const column = findValue(checker, [...path, 'of', name], at, report)
    return column ? [{ ...column, name }] : []
  })
  if (columns.length < Object.keys(figure.of ?? {}).length) return
  checkOptionalExpression(
    checker,
    [...path, 'expression'],
    figure.expression,
    () => scopeOfFields(checker.model, columnFields(columns)),
    scalarTypes,
  )
}

/** Words that name columns of rows. */
function checkColumns(
  checker: Checker,
  path: JsonPath,
  words: Readonly<Record<string, string | undefined>>,
  rows: RowsShape | undefined,
  more: readonly string[] = [],
): void {
  if (rows === undefined) return
  const names = [...rows.columns.map(column => column.name), ...more]
  for (const [word, name] of Object.entries(words)) checker.oneOf([...path, word], 'column-unknown', 'column', name, names)
}

/** Columns that are drawn or summed hold numbers, and stand once. */
function checkNumbers(checker: Checker, path: JsonPath, names: readonly string[], rows: RowsShape): void {
  checker.twice(path, names, 'column', i => [i])
  for (const [i, name] of names.entries()) {
    const column = rows.columns.find(each => each.name === name)
    if (column && !kindByName(column.kind).sums)
      checker.add([...path, i], 'kind-needed', `"${name}" is of the kind ${column.kind}: only numbers are drawn and summed.`)
  }
}

const valueOnly: readonly ResultColumn[] = [
  { name: 'value', title: '', kind: 'decimal', required: false },
  { name: 'before', title: '', kind: 'decimal', required: false },
]

function checkCard(checker: Checker, path: JsonPath, card: Card, report: Report): void {
  checkFigure(checker, [...path, 'value'], card.value, report)
  checkFigure(checker, [...path, 'before'], card.before, report)
  checker.message([...path, 'nothingBefore'], card.nothingBefore)
  checkFigure(checker, [...path, 'goal'], card.goal, report)
  checkFigure(checker, [...path, 'pace'], card.pace, report)
  if (card.pace !== undefined && card.goal === undefined)
    checker.add([...path, 'pace'], 'goal-missing', 'A pace is told of a "goal".', { part: 'key' })
  if (card.spark) {
    const rows = findRows(checker, [...path, 'spark', 'rows'], card.spark.rows, report)
    checkColumns(checker, [...path, 'spark'], { value: card.spark.value }, rows)
    demandWholeRows(checker, [...path, 'spark', 'rows'], rows)
  }
  checker.message([...path, 'note', 'message'], card.note?.message)
  for (const [name, figure] of Object.entries(card.note?.of ?? {}))
    checkFigure(checker, [...path, 'note', 'of', name], figure, report)
  const scope = () => scopeOfFields(checker.model, columnFields(valueOnly))
  card.toneWhen?.forEach((tone, i) => {
    checkOptionalExpression(checker, [...path, 'toneWhen', i, 'when'], tone.when, scope, boolType)
  })
  const parameters = () => scopeOfFields(checker.model, parameterFields(report.parameters))
  checkOptionalExpression(checker, [...path, 'when'], card.when, parameters, boolType)
  checkPageAddress(checker, [...path, 'link', 'open'], card.link?.open, report)
  checkDrill(checker, [...path, 'drill'], card.drill, { columns: [] }, report)
}

/** The store of a row, where stores are compared. */
const storeColumns = ['loja', 'lojaId']

function checkChart(checker: Checker, path: JsonPath, chart: Chart, report: Report): void {
  const rows = findRows(checker, [...path, 'rows'], chart.rows, report)
  if (!rows) return
  demandWholeRows(checker, [...path, 'rows'], rows)
  checkColumns(checker, path, { category: chart.category, series: chart.series }, rows, storeColumns)
  checkColumns(checker, [...path, 'values'], Object.fromEntries(chart.values.entries()), rows)
  if (chart.chart !== 'bar' && chart.chart !== 'line')
    for (const [at, name] of chart.values.entries())
      demandAdditive(
        checker,
        [...path, 'values', at],
        rows.columns.find(column => column.name === name),
      )
  checkNumbers(checker, [...path, 'values'], chart.values, rows)
  checkColumns(checker, [...path, 'pick'], { by: chart.pick?.by }, rows)
  checkFill(checker, path, chart, rows)
  checkAddressNames(checker, [...path, 'open'], chart.open, rowScope(checker, rows))
  const spans = chart.fill !== undefined && chart.fill !== 'weekday'
  checkDrill(checker, [...path, 'drill'], chart.drill, { columns: rows.columns, spans }, report)
}

/** Checks that the unit of an axis fits its values. */
function checkFill(checker: Checker, path: JsonPath, { fill, category }: Chart, rows: RowsShape): void {
  const kind = rows.columns.find(({ name }) => name === category)?.kind
  if (fill === undefined || kind === undefined) return
  const day = kindByName(kind).time === 'day'
  if ((fill === 'day') !== day)
    checker.add([...path, 'fill'], 'kind-needed', `"${category}" is of the kind ${kind}: it counts ${day ? 'days' : 'no days'}.`)
}

const rowScope = (checker: Checker, rows: RowsShape) => () => scopeOfFields(checker.model, columnFields(rows.columns))

function checkTable(checker: Checker, path: JsonPath, table: Table, report: Report): void {
  const rows = findRows(checker, [...path, 'rows'], table.rows, report)
  if (!rows) return
  const scope = rowScope(checker, rows)
  table.columns?.forEach((column, i) => {
    if (typeof column === 'string') checkColumns(checker, [...path, 'columns'], { [i]: column }, rows, storeColumns)
    else {
      checkColumns(checker, [...path, 'columns', i], { column: column.column }, rows, storeColumns)
      checkDrill(checker, [...path, 'columns', i, 'drill'], column.drill, rows, report)
      column.tones?.forEach((tone, at) => {
        checkOptionalExpression(checker, [...path, 'columns', i, 'tones', at, 'when'], tone.when, scope, boolType)
      })
    }
  })
  checkDialog(checker, [...path, 'dialog'], table.dialog, rows)
  checkDrill(checker, [...path, 'drill'], table.drill, rows, report)
  checkPaged(checker, path, table, rows, report)
  for (const word of ['pivot', 'opening'] as const) if (table[word] !== undefined) demandWholeRows(checker, [...path, word], rows)
  if (table.switchStore && !asksStores(table.rows, report))
    checker.add([...path, 'switchStore'], 'stores-needed', 'Only rows of a call with "stores" tell their store.', { part: 'key' })
  checkColumns(checker, [...path, 'totals'], Object.fromEntries((table.totals ?? []).entries()), rows)
  for (const [at, name] of (table.totals ?? []).entries())
    demandAdditive(
      checker,
      [...path, 'totals', at],
      rows.columns.find(column => column.name === name),
    )
  checkNumbers(checker, [...path, 'totals'], table.totals ?? [], rows)
  checker.twice(
    [...path, 'columns'],
    (table.columns ?? []).map(each => (typeof each === 'string' ? each : each.column)),
    'column',
    i => (typeof table.columns?.[i] === 'string' ? [i] : [i, 'column']),
  )
  checkColumns(checker, [...path, 'pivot'], { ...table.pivot }, rows)
  table.orders?.forEach((order, i) => {
    checkColumns(checker, [...path, 'orders', i], { by: order.by }, rows)
  })
  checker.message([...path, 'empty'], table.empty)
  checkPageAddress(checker, [...path, 'more', 'open'], table.more?.open, report)
  checkColumns(checker, [...path, 'opening'], { column: table.opening?.column }, rows)
  for (const [name, figure] of Object.entries(table.opening?.values ?? {})) {
    checker.oneOf(
      [...path, 'opening', 'values', name],
      'column-unknown',
      'column',
      name,
      rows.columns.map(each => each.name),
      'key',
    )
    checkFigure(checker, [...path, 'opening', 'values', name], figure, report)
  }
  table.rowTone?.forEach((tone, i) => {
    checkOptionalExpression(checker, [...path, 'rowTone', i, 'when'], tone.when, scope, boolType)
  })
  table.instead?.forEach((each, i) => {
    checkColumns(checker, [...path, 'instead', i], { column: each.column }, rows)
    checkOptionalExpression(checker, [...path, 'instead', i, 'when'], each.when, scope, boolType)
    checker.message([...path, 'instead', i, 'message'], each.message)
  })
  for (const address of [table.open].flat()) checkAddressNames(checker, [...path, 'open'], address, scope)
}

/** A page at a time stands for itself: nothing may need the rows of the others. */
function checkPaged(checker: Checker, path: JsonPath, table: Table, rows: RowsShape, report: Report): void {
  if (!table.paged) return
  const whole = (['totals', 'pivot', 'opening', 'most'] as const).find(word => table[word] !== undefined)
  const why =
    whole ?? (rows.is === 'rows' ? (asksStores(table.rows, report) ? 'several stores' : undefined) : `rows that are ${rows.is}`)
  if (why)
    checker.add([...path, 'paged'], 'paged-whole', `"paged" does not go with ${why}, which needs all rows.`, { part: 'key' })
  if (table.pageSize === undefined) checker.add([...path, 'paged'], 'paged-size', '"paged" needs "pageSize".', { part: 'key' })
}

/** The report of a row's dialog asks what it is given. */
function checkDialog(checker: Checker, path: JsonPath, dialog: Table['dialog'], rows: RowsShape): void {
  if (!dialog) return
  const report = checker.model.reports[dialog.report]
  if (!report) {
    checker.oneOf([...path, 'report'], 'report-unknown', 'report', dialog.report, Object.keys(checker.model.reports))
    return
  }
  const fills = report.parameters.flatMap(each => each.fills)
  for (const name of Object.keys(dialog.values))
    checker.oneOf([...path, 'values', name], 'parameter-unknown', 'parameter', name, fills, 'key')
  checkColumns(checker, path, { label: dialog.label }, rows)
  checkColumns(checker, [...path, 'values'], dialog.values, rows, storeColumns)
}
