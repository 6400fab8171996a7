import { rowPartsOf, singleValuesOf } from '../../../src/model/report/resultShape.ts'
import type { Figure, Parameter, Query, Report, ReportItem, ResultColumn } from '../../../src/model/report.ts'
import { inQuotes } from '../phrase.ts'
import { type ChangeLine, changedLine, sentenceChanges } from './changeLine.ts'

/** Returns the changes of a report's screen: its parameters and its parts. */
export const reportLines = (before: Report, after: Report): ChangeLine[] => [
  ...parameterLines(before.parameters, after.parameters),
  ...sentenceChanges('Mostra', before.layout.flatMap(pieces), after.layout.flatMap(pieces)),
]

/** Returns the changes of a call: its input, its answer, and how it finds its figures. */
export function queryLines(before: Query, after: Query): ChangeLine[] {
  const statements = [...new Set([...Object.keys(before.statements), ...Object.keys(after.statements)])].sort()
  const other = statements.filter(name => JSON.stringify(before.statements[name]) !== JSON.stringify(after.statements[name]))
  return [
    ...parameterLines(before.parameters, after.parameters),
    ...sentenceChanges('Responde', answered(before), answered(after)),
    ...other.map(name => changedLine(`A consulta ${inQuotes(name)} mudou.`)),
  ]
}

const parameterLines = (before: readonly Parameter[], after: readonly Parameter[]): ChangeLine[] =>
  sentenceChanges('Pergunta', before.map(asked), after.map(asked))

const asked = ({ title, required, many }: Parameter): string =>
  [title, ...(required ? ['obrigatório'] : []), ...(many ? ['vários'] : [])].join(', ')

const column = (path: string, { title, kind }: ResultColumn): string => `${inQuotes(title)} (${path}, ${kind})`

const answered = ({ result }: Query): string[] => [
  ...singleValuesOf(result).map(value => column(value.path, value.column)),
  ...rowPartsOf(result).flatMap(({ path, rows }) =>
    rows.columns.map(each => column([path, each.name].filter(Boolean).join('.'), each)),
  ),
]

/** Cards, charts and tables in words, with what is inside views and conditions. */
function pieces(item: ReportItem): string[] {
  if ('cards' in item) return item.cards.map(card => `cartão ${inQuotes(card.title)}: ${figure(card.value)}`)
  if ('charts' in item)
    return item.charts.map(chart => `gráfico ${inQuotes(chart.title)}: ${chart.values.join(', ')} por ${chart.category}`)
  if ('table' in item) return [`tabela de ${item.table.rows}: ${item.table.columns.map(each => each.title).join(', ')}`]
  if ('toggle' in item) return item.toggle.flatMap(view => [`vista ${inQuotes(view.title)}`, ...view.items.flatMap(pieces)])
  if ('items' in item) return item.items.flatMap(pieces)
  if ('button' in item) return [`botão ${inQuotes(item.button.title)}`]
  if ('attention' in item) return item.attention.items.map(line => `aviso ${line.message}: ${figure(line.value)}`)
  if ('steps' in item) return item.steps.items.map(step => `passo ${inQuotes(step.title)}: ${figure(step.done)}`)
  return [`texto ${item.note}`]
}

const figure = (value: Figure): string => (typeof value === 'string' ? value : JSON.stringify(value))
