import { sayProblem } from '../../model/text.ts'
import type { UnreadCell } from '../grid/exchange.ts'
import type { FormShared } from './context.ts'

/** Cells of a list whose texts cannot be read: of this visit or an earlier one, or of before its part was left. */
export const unreadCells = ({ store, model }: FormShared, list: string): readonly UnreadCell[] =>
  Object.entries(store.shown().unreadable).flatMap(([path, problem]) => {
    const [name, row, column] = path.split('.')
    if (name !== list || row === undefined || column === undefined || problem.text === undefined) return []
    return [{ row, column, text: problem.text, reason: sayProblem(model, { ...problem, path }) }]
  })
