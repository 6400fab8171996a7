import type { Figure, Query, ReportCall } from '../../report.ts'

/** Under which a call stands that is made again for the days that are compared with. */
const earlierName = (call: string): string => `${call}~`

/** The calls of a page, and each that is compared and takes a span of days once more, for the days before. */
export function withEarlierCalls(
  calls: Readonly<Record<string, ReportCall>>,
  queries: Readonly<Record<string, Query>>,
  compared: boolean,
): Record<string, ReportCall> {
  const earlier = Object.entries(calls).flatMap(([name, call]) =>
    (compared || call.compare) && queries[call.query]?.parameters.some(({ control }) => control === 'dateRange')
      ? [[earlierName(name), { ...call, earlier: true as const }] as const]
      : [],
  )
  return { ...calls, ...Object.fromEntries(earlier) }
}

/** The same figure of the days that are compared with; none where one of its calls is not made for them. */
export function earlierFigure(figure: Figure, calls: Readonly<Record<string, ReportCall>>): Figure | undefined {
  const earlier = (path: string): string | undefined => {
    const [call = '', ...steps] = path.split('.')
    return calls[earlierName(call)]?.earlier ? [earlierName(call), ...steps].join('.') : undefined
  }
  if (typeof figure === 'string') return earlier(figure)
  const [word, path] = Object.entries(figure)[0] ?? []
  if ('expression' in figure) {
    const of = Object.entries(figure.of).flatMap(([name, each]): (readonly [string, string])[] => {
      const found = earlier(each)
      return found === undefined ? [] : [[name, found]]
    })
    return of.length === Object.keys(figure.of).length ? { ...figure, of: Object.fromEntries(of) } : undefined
  }
  if ('top' in figure) return undefined
  const found = typeof path === 'string' ? earlier(path) : undefined
  if (found === undefined) return undefined
  if (word === 'sum') return { sum: found }
  return word === 'average' ? { average: found } : { count: found }
}
