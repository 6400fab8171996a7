import type { FormItem, Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { childRowOf, childRowPath, fieldNameOfPath } from './childCellPath.ts'
import { remainingRows } from './draftRows.ts'
import { type RecordDraft, unreadableInDraft } from './recordDraft.ts'

/** Names a row by its key instead of its position, so that the problem stays with it when rows move. */
export function keyProblemByRow(draft: RecordDraft, problem: Problem): Problem {
  const place = childRowOf(problem.path)
  const rows = place && draft.rows[place.list]
  const row = rows && remainingRows(rows)[Number(place.row)]
  return row ? { ...problem, path: childRowPath({ ...place, row: row.key }) } : problem
}

/** Every problem that stands: texts that cannot be read, what the server refused, what the check found. One a place. */
export function allProblems(draft: RecordDraft): readonly Problem[] {
  const unreadable = Object.entries(unreadableInDraft(draft)).map(([path, { text: _, ...problem }]) => ({ ...problem, path }))
  const found = new Map<string, Problem>()
  for (const problem of [...unreadable, ...Object.values(draft.checked), ...draft.refused, ...draft.problems]) {
    if (!found.has(problem.path)) found.set(problem.path, problem)
  }
  return [...found.values()]
}

/** Those that are shown: of places that were left, and all of them once a save was tried. */
export function shownProblems(draft: RecordDraft): readonly Problem[] {
  if (draft.submitAttempted) return allProblems(draft)
  const told = new Set([...draft.refused.map(one => one.path), ...Object.keys(draft.checked)])
  return allProblems(draft).filter(problem => draft.leftFields.has(problem.path) || told.has(problem.path))
}

const known = new WeakMap<Register, ReadonlyMap<string, string>>()

/** The part that holds each field and list; asked at every key. */
export function partIdsByName(register: Register): ReadonlyMap<string, string> {
  const found = known.get(register)
  if (found) return found
  const places = new Map<string, string>()
  known.set(register, places)
  for (const part of register.views.form.parts) {
    for (const item of part.rows.flat()) {
      const name = formItemName(item)
      if (name !== undefined && !places.has(name)) places.set(name, part.id)
    }
  }
  return places
}

export const formItemName = (item: FormItem): string | undefined =>
  'field' in item ? item.field : 'list' in item ? item.list : undefined

/** Those that people count: a rule that marks several fields, with one text, is one thing to correct. */
export function countedProblems(register: Pick<Register, 'rules'>, problems: readonly Problem[]): readonly Problem[] {
  const several = new Set(register.rules.filter(({ fields }) => fields.length > 1).map(({ message }) => message))
  const seen = new Set<string>()
  return problems.filter(({ code }) => !several.has(code) || (!seen.has(code) && seen.add(code)))
}

/** How many problems each part shows. */
export function countProblemsByPart(register: Register, problems: readonly Problem[]): Readonly<Record<string, number>> {
  const places = partIdsByName(register)
  const counts: Record<string, number> = {}
  for (const { path } of problems) {
    const part = places.get(fieldNameOfPath(path))
    if (part !== undefined) counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}

/** Problems with no place in the form, which stand above it. */
export function unplacedProblems(register: Register, problems: readonly Problem[]): readonly Problem[] {
  const places = partIdsByName(register)
  return problems.filter(({ path }) => !places.has(fieldNameOfPath(path)))
}

/** The problem that comes first in the form's own order. */
export function firstProblem(register: Register, problems: readonly Problem[]): Problem | undefined {
  const order = [...partIdsByName(register).keys()]
  const rank = (problem: Problem): number => {
    const at = order.indexOf(fieldNameOfPath(problem.path))
    return at < 0 ? order.length : at
  }
  return problems.toSorted((a, b) => rank(a) - rank(b))[0]
}
