import { asValue } from '../../../kinds/asValue.ts'
import type { ChildList, Expression, Field } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { closedOptions } from '../../../model/ways/closedOptions.ts'
import { fieldNameOfPath } from './childCellPath.ts'
import { type FieldState, fieldState, isConditionMet, warningsOf } from './conditions.ts'
import { countedProblems, countProblemsByPart, shownProblems, unplacedProblems } from './draftProblems.ts'
import type { DraftRow } from './draftRows.ts'
import type { DraftStoreOptions } from './draftStoreOptions.ts'
import { isEmptyValue } from './equal.ts'
import { draftScope, isDirty, type RecordDraft } from './recordDraft.ts'

/** Everything a field's place shows. The same object as long as nothing of it changed. */
export interface FieldView extends FieldState {
  readonly value: unknown
  readonly problem: Problem | undefined
  readonly warning: string | undefined
  /** A lookup about it is on its way. */
  readonly waiting: boolean
  /** Options of a choice with ways to which no way is open, as texts, a line each. */
  readonly closed?: string
}

export interface ListViewState {
  readonly visible: boolean
  /** Its rows are only to be seen as the record stands. */
  readonly locked: boolean
  readonly rows: readonly DraftRow[]
  /** By `key.field`; of the list itself under ''. */
  readonly problems: Readonly<Record<string, Problem>>
}

export interface PartState {
  readonly id: string
  readonly title: string
  readonly visible: boolean
  readonly problems: number
}

/** Everything the form shows, derived from the draft. */
export interface FormState {
  readonly fields: Readonly<Record<string, FieldView>>
  readonly lists: Readonly<Record<string, ListViewState>>
  readonly parts: readonly PartState[]
  readonly dirty: boolean
  /** Counts the times that everything was taken back: controls begin anew. */
  readonly revision: number
  readonly problems: number
  readonly placeless: readonly Problem[]
  /** Texts computed from the record. */
  readonly preview: readonly string[]
}

/** Derives what is shown; parts that came out the same keep their identity, so that only what changed renders. */
export function deriveFormState(
  draft: RecordDraft,
  { waiting, revision }: { readonly waiting: ReadonlySet<string>; readonly revision: number },
  options: DraftStoreOptions,
  before: FormState | undefined,
): FormState {
  const { register } = draft
  const { evaluate } = options.context
  const scope = draftScope(draft, options.context)
  const problems = shownProblems(draft).filter(problem => isVisible(problem, draft, scope, options))
  const byPlace = new Map(problems.map(problem => [problem.path, problem]))
  const warnings = warningsOf(register, draft.edited, scope, evaluate)
  const fields: Record<string, FieldView> = {}
  for (const field of register.fields) {
    const state = fieldState(register, field, scope, evaluate)
    // A value that the server will give is nothing to look at before there is a record.
    const coming = draft.isNew && field.readOnly && isEmptyValue(draft.values[field.name])
    const next: FieldView = {
      ...state,
      visible: state.visible && !coming,
      value: draft.values[field.name],
      problem: byPlace.get(field.name),
      warning: warnings[field.name],
      waiting: waiting.has(field.name),
      ...(field.ways ? { closed: closedOf(field, draft, scope, options) } : {}),
    }
    fields[field.name] = same(next, before?.fields[field.name])
  }
  const counted = countedProblems(register, problems)
  const counts = countProblemsByPart(register, counted)
  const parts = register.views.form.parts.map((part, at): PartState => {
    const title = part.titleFrom === undefined ? '' : evaluate(register, part.titleFrom, scope)
    return same(
      {
        id: part.id,
        title: typeof title === 'string' && title !== '' ? title : part.title,
        visible: options.may(part.gate) && isConditionMet(register, part.visibleWhen, scope, evaluate, true),
        problems: counts[part.id] ?? 0,
      },
      before?.parts[at],
    )
  })
  return {
    fields,
    revision,
    lists: Object.fromEntries(register.lists.map(list => [list.name, listState(list)])),
    parts: sameItems(parts, before?.parts),
    dirty: isDirty(draft),
    problems: counted.length,
    placeless: sameItems(unplacedProblems(register, problems), before?.placeless),
    preview: sameItems(preview(), before?.preview),
  }

  function preview(): readonly string[] {
    const items = register.views.form.preview && evaluate(register, register.views.form.preview.items, scope)
    return Array.isArray(items) ? items.map(String) : []
  }

  function listState({ name, visibleWhen, readOnly = false, readOnlyWhen }: ChildList): ListViewState {
    const own = problems.filter(problem => fieldNameOfPath(problem.path) === name)
    const found = Object.fromEntries(own.map(problem => [problem.path.slice(name.length + 1), problem]))
    const known = before?.lists[name]
    return same(
      {
        visible: isConditionMet(register, visibleWhen, scope, evaluate, true),
        locked: readOnly || isConditionMet(register, readOnlyWhen, scope, evaluate, false),
        rows: draft.rows[name] ?? [],
        problems: known && same(found, known.problems) === known.problems ? known.problems : found,
      },
      known,
    )
  }
}

/** Options that nobody is offered, a line each. */
function closedOf(field: Field, draft: RecordDraft, scope: Record<string, unknown>, { may, context }: DraftStoreOptions): string {
  const from = asValue(draft.isNew ? field.default : draft.base[field.name])
  const holds = (when: Expression): boolean => isConditionMet(draft.register, when, scope, context.evaluate, true)
  return closedOptions(field, from, { holds, may }).join('\n')
}

/** A hidden field cannot be put right, so its problems are not counted; the check leaves it out as well. */
function isVisible(problem: Problem, draft: RecordDraft, scope: Record<string, unknown>, options: DraftStoreOptions): boolean {
  const field = draft.register.fields.find(one => one.name === problem.path)
  return field === undefined || isConditionMet(draft.register, field.visibleWhen, scope, options.context.evaluate, true)
}

/** The one before, when every member is the same. */
function same<T extends object>(next: T, before: T | undefined): T {
  if (!before) return next
  for (const name in next) if (!Object.is(next[name], before[name])) return next
  return Object.keys(next).length === Object.keys(before).length ? before : next
}

const sameItems = <T>(next: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before && next.length === before.length && next.every((item, at) => Object.is(item, before[at])) ? before : next
