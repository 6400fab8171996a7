import { useCallback, useMemo } from 'react'
import { formatProblem } from '../../model/formatMessage.ts'
import { importColumnNamed } from '../../model/import/columns.ts'
import { repeatProblem, type SheetRow } from '../../model/import/sheet.ts'
import type { Import } from '../../model/model.ts'
import { useModel } from '../data/session.tsx'
import { previewColumnId } from './previewColumns.ts'
import type { ImportState } from './work/importState.ts'

/** All that is wrong with a row, in words. */
export function useRowReasons(
  load: Import,
  { repeats, failures }: Pick<ImportState, 'repeats' | 'failures'>,
): (row: SheetRow) => string[] {
  const model = useModel()
  return useCallback(
    row => {
      const repeated = repeats.get(row.id)
      const problems = repeated === undefined ? row.problems : [...row.problems, repeatProblem(load, repeated)]
      const told = (failures.get(row.id) ?? []).map(({ path, message }) => {
        const title = importColumnNamed(load, path)?.title
        return title === undefined || message.includes(title) ? message : `${title}: ${message}`
      })
      return [...new Set([...problems.map(problem => formatProblem(model, problem)), ...told])]
    },
    [load, model, repeats, failures],
  )
}

/** The column of a field of the child list, or of the record itself. */
const columnFor = ({ columns, list }: Import, field: string): string =>
  columns.find(({ of, as }) => list !== undefined && of === list.name && as === field)?.name ?? field

/** Reasons that belong to a cell, by `column.row` as the grid wants them. */
export function useCellProblems(
  load: Import,
  { rows, repeats, failures, mapping }: Pick<ImportState, 'rows' | 'repeats' | 'failures' | 'mapping'>,
): ReadonlyMap<string, string> {
  const model = useModel()
  return useMemo(() => {
    const found = new Map<string, string>()
    const put = (row: SheetRow, name: string, text: string): void => {
      const place = `${previewColumnId(mapping, name)}.${row.id}`
      if (!found.has(place)) found.set(place, text)
    }
    for (const row of rows) {
      for (const problem of row.problems) put(row, problem.path, formatProblem(model, problem))
      const repeated = repeats.get(row.id)
      if (repeated !== undefined) {
        const problem = repeatProblem(load, repeated)
        put(row, columnFor(load, problem.path), formatProblem(model, problem))
      }
      for (const { path, message } of failures.get(row.id) ?? []) if (path !== '') put(row, path, message)
    }
    return found
  }, [model, load, rows, repeats, failures, mapping])
}
