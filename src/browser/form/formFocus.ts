import { childCellOf, childColumnPath, fieldNameOfPath } from './draft/childCellPath.ts'
import { partIdsByName } from './draft/draftProblems.ts'
import { controlId, type FormShared } from './formContext.ts'

/** The parts of a form needed to find a place in it. */
export type FocusableForm = Pick<FormShared, 'id' | 'register' | 'part' | 'grids'>

/** Opens the part that holds a place of the record and puts the focus there, unless the person types elsewhere by then. */
export function focusFormPath(form: FocusableForm, path: string): void {
  const name = fieldNameOfPath(path)
  const cell = childCellOf(path)
  const part = partIdsByName(form.register).get(name)
  if (part === undefined) return
  const before = document.activeElement
  form.part.choose(part)
  // The part may have to be drawn first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const now = document.activeElement
      if (now !== before && now?.matches(typable)) return
      if (cell) (form.grids.get(childColumnPath(name, cell.address.column)) ?? form.grids.get(name))?.reveal(cell.address)
      else focusControl(document.getElementById(controlId(form, part, name)) ?? buttonOf(name))
    }),
  )
}

const typable = 'input,select,textarea,[contenteditable]'

/** Leads to the first place that is wrong, if any is. */
export function focusFirstProblem(form: FocusableForm & Pick<FormShared, 'store'>): void {
  const first = form.store.first()
  if (first) focusFormPath(form, first.path)
}

function focusControl(control: HTMLElement | null): void {
  if (!control) return
  const fold = control.closest('details')
  if (fold) fold.open = true
  const target = control.matches('input,select,textarea,button,[tabindex]')
    ? control
    : control.querySelector<HTMLElement>('input,select,textarea,button')
  ;(target ?? control).focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

/** Returns the button of a child list, by which problems of the whole list are mended. */
const buttonOf = (list: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-list="${CSS.escape(list)}"] button`)

/** The first control of the form that can be typed in. */
export function focusFirstControl(formId: string): void {
  const first = document
    .getElementById(formId)
    ?.querySelector<HTMLElement>(
      'input:not([type=hidden],[readonly],:disabled,[tabindex="-1"]),select:not(:disabled),textarea:not([readonly])',
    )
  // Of a choice what is chosen, as Tab has it.
  const chosen =
    first instanceof HTMLInputElement && first.type === 'radio'
      ? document.querySelector<HTMLElement>(`#${CSS.escape(formId)} input[name="${CSS.escape(first.name)}"]:checked`)
      : undefined
  ;(chosen ?? first)?.focus({ preventScroll: true })
}
