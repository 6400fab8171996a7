import type { Parameter } from '../../../model/report.ts'
import { spanText } from './period.ts'
import { isRange, type ReportValues } from './reportValues.ts'

/** What was asked, in words; a parameter that was not answered says nothing. */
export const parameterSummary = (parameters: readonly Parameter[], asked: ReportValues): string =>
  parameters.flatMap(parameter => said(parameter, asked)).join(' · ')

function said(parameter: Parameter, asked: ReportValues): string[] {
  const [first = parameter.name, second = first] = parameter.fills
  const text = asked[first]
  if (text === undefined || parameter.control === 'timeRange') return []
  if (isRange(parameter)) return [spanText({ start: text, end: asked[second] ?? text })]
  const words = text.split(',').map(value => parameter.choices?.find(one => String(one.value) === value)?.title ?? value)
  // Records are known by number here; how many were chosen says enough.
  const shown = parameter.reference ? String(words.length) : words.join(', ')
  return [`${parameter.title}: ${shown}`]
}
