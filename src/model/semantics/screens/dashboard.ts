import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { type Dashboard, tourParts } from '../../screen.ts'
import type { Checker } from '../checker.ts'
import { checkReportItems } from '../report/layout.ts'
import { checkParameters, checkReportCalls } from '../report/report.ts'

/** A page of figures: its calls, its pieces, its tour, and the screen of news. */
export function checkDashboard(checker: Checker, value: NonNullable<ScreenDefinition['dashboard']>, { report }: Dashboard): void {
  checkReportCalls(checker, ['dashboard'], value.calls, report)
  checkParameters(checker, ['dashboard'], value, report)
  report.parameters.forEach(({ control }, i) => {
    if (control !== 'dateRange')
      checker.add(['dashboard', 'parameters', i], 'days-needed', 'A page of figures asks a span of days, and nothing else.')
  })
  checkReportItems(checker, ['dashboard', 'layout'], value.layout, report)
  checkReportItems(checker, ['dashboard', 'beside'], value.beside ?? [], report)
  const pieces = [...value.layout, ...(value.beside ?? [])]
  const arranged = pieces.flatMap(({ id, arrange }) => (arrange === undefined || id === undefined ? [] : [id]))
  checker.twice(
    ['dashboard'],
    pieces.map(({ id, arrange }, i) => (arrange === undefined ? undefined : id) ?? String(i)),
    'piece',
    i => (i < value.layout.length ? ['layout', i, 'id'] : ['beside', i - value.layout.length, 'id']),
  )
  value.tour?.items.forEach(({ at }, i) => {
    checker.oneOf(['dashboard', 'tour', 'items', i, 'at'], 'place-unknown', 'place of the page', at, [...tourParts, ...arranged])
  })
  checker.message(['dashboard', 'failure'], value.failure)
  const screens = Object.values(checker.model.screens).filter(({ body }) => 'embed' in body)
  checker.oneOf(
    ['dashboard', 'news'],
    'screen-unknown',
    'screen that embeds a page',
    value.news,
    screens.map(({ name }) => name),
  )
}
