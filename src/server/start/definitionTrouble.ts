import type { ReadModel } from '../../model/read.ts'
import { definitionProblemText } from './definitions.ts'

/** Most files that are named one by one as left out. */
const mostNamed = 12

/** Returns a line for each problem of the definitions, and for each definition left out because of it. */
export function troubleLines({ problems, fallen }: Pick<ReadModel, 'problems' | 'fallen'>, folder?: string): string[] {
  const lines = problems.map(problem => definitionProblemText(problem, folder))
  if (fallen.length === 0) return lines
  const named = fallen.slice(0, mostNamed).join(', ')
  const more = fallen.length > mostNamed ? ` and ${fallen.length - mostNamed} more` : ''
  return [...lines, `What depends on them is left out as well: ${named}${more}.`]
}

/** Returns a line for each thing in layers that people should look at, though everything works. */
export const noticeLines = ({ layers }: Pick<ReadModel, 'layers'>, folder?: string): string[] =>
  (layers?.notices ?? []).map(notice => definitionProblemText(notice, folder))

/** The server does not start on these definitions; says what is wrong with them, and why that ends it. */
export class DefinitionsRefused extends Error {
  constructor(read: ReadModel, reason: string) {
    const { length } = read.problems
    const count = length === 1 ? '1 problem' : `${length} problems`
    super(`${troubleLines(read).join('\n')}\n\nThe server does not start: ${count} in the definitions. ${reason}`)
    this.name = 'DefinitionsRefused'
  }
}
