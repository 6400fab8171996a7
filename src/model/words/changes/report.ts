import { rowsOf, valuesOf } from '../../report/answer.ts'
import type { Figure, Parameter, Query, Report, ReportItem, ResultColumn } from '../../report.ts'
import { quoted } from '../phrase.ts'
import { changed, type Line, sentences } from './line.ts'

/** What changed on a report's screen: what it asks and what it shows. */
export const reportLines = (before: Report, after: Report): Line[] => [
  ...parameterLines(before.parameters, after.parameters),
  ...sentences('Mostra', before.layout.flatMap(pieces), after.layout.flatMap(pieces)),
]

/** What changed of a call: what it takes, what it answers, how it finds its figures. */
export function queryLines(before: Query, after: Query): Line[] {
  const statements = [...new Set([...Object.keys(before.statements), ...Object.keys(after.statements)])].sort()
  const other = statements.filter(name => JSON.stringify(before.statements[name]) !== JSON.stringify(after.statements[name]))
  return [
    ...parameterLines(before.parameters, after.parameters),
    ...sentences('Responde', answered(before), answered(after)),
    ...other.map(name => changed(`A consulta ${quoted(name)} mudou.`)),
  ]
}

const parameterLines = (before: readonly Parameter[], after: readonly Parameter[]): Line[] =>
  sentences('Pergunta', before.map(asked), after.map(asked))

const asked = ({ title, required, many }: Parameter): string =>
  [title, ...(required ? ['obrigatório'] : []), ...(many ? ['vários'] : [])].join(', ')

const column = (path: string, { title, kind }: ResultColumn): string => `${quoted(title)} (${path}, ${kind})`

const answered = ({ result }: Query): string[] => [
  ...valuesOf(result).map(value => column(value.path, value.column)),
  ...rowsOf(result).flatMap(({ path, rows }) =>
    rows.columns.map(each => column([path, each.name].filter(Boolean).join('.'), each)),
  ),
]

/** Cards, charts and tables in words, with what is inside views and conditions. */
function pieces(item: ReportItem): string[] {
  if ('cards' in item) return item.cards.map(card => `cartão ${quoted(card.title)}: ${figure(card.value)}`)
  if ('charts' in item)
    return item.charts.map(chart => `gráfico ${quoted(chart.title)}: ${chart.values.join(', ')} por ${chart.category}`)
  if ('table' in item) return [`tabela de ${item.table.rows}: ${item.table.columns.map(each => each.title).join(', ')}`]
  if ('toggle' in item) return item.toggle.flatMap(view => [`vista ${quoted(view.title)}`, ...view.items.flatMap(pieces)])
  if ('items' in item) return item.items.flatMap(pieces)
  if ('button' in item) return [`botão ${quoted(item.button.title)}`]
  return [`texto ${item.note}`]
}

const figure = (value: Figure): string => (typeof value === 'string' ? value : JSON.stringify(value))
