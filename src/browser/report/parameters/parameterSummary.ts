import type { Parameter } from '../../../model/report.ts'
import { spanText } from './period.ts'
import { boundsEachDay, isRange, type ReportValues } from './reportValues.ts'

/** Returns the chosen parameters in words; a parameter that was not answered says nothing. */
export const parameterSummary = (parameters: readonly Parameter[], asked: ReportValues): string =>
  parameters.flatMap(parameter => said(parameter, asked, boundsEachDay(parameters, asked))).join(' · ')

function said(parameter: Parameter, asked: ReportValues, eachDay: boolean): string[] {
  const [first = parameter.name, second = first] = parameter.fills
  const text = asked[first]
  if (text === undefined || parameter.control === 'timeRange' || parameter.eachDay !== undefined) return []
  if (isRange(parameter)) return [spanText({ start: text, end: asked[second] ?? text }, eachDay)]
  const words = text.split(',').map(value => parameter.choices?.find(one => String(one.value) === value)?.title ?? value)
  // Records are known by number here; how many were chosen says enough.
  const shown = parameter.reference ? String(words.length) : words.join(', ')
  return [`${parameter.title}: ${shown}`]
}
