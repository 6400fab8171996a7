import { formatProblem } from '../../../model/formatMessage.ts'
import type { UnreadableCell } from '../../grid/cellChanges.ts'
import { childCellOf } from '../draft/childCellPath.ts'
import type { FormShared } from '../formContext.ts'

/** Cells of a list whose texts cannot be read: of this visit or an earlier one, or of before its part was left. */
export const unreadableCells = ({ store, model }: Pick<FormShared, 'store' | 'model'>, list: string): readonly UnreadableCell[] =>
  Object.entries(store.shown().unreadable).flatMap(([path, problem]) => {
    const cell = childCellOf(path)
    if (cell?.list !== list || problem.text === undefined) return []
    return [{ ...cell.address, text: problem.text, reason: formatProblem(model, { ...problem, path }) }]
  })
