import { placesOf } from '../edit/problems.ts'
import { controlId, type FormShared } from './context.ts'

/** Opens the part that holds a place of the record and puts the focus there. */
export function focusPlace(form: Pick<FormShared, 'id' | 'register' | 'part'>, path: string): void {
  const [name = '', row, column] = path.split('.')
  const parts = placesOf(form.register)
  const part = parts.get(name)
  if (part === undefined) return
  form.part.choose(part)
  // The part may have to be drawn first.
  requestAnimationFrame(() => requestAnimationFrame(() => focusNow(form, part, name, row, column)))
}

function focusNow(
  form: Pick<FormShared, 'id'>,
  part: string,
  name: string,
  row: string | undefined,
  column: string | undefined,
): void {
  const control = document.getElementById(controlId(form, part, name)) ?? inList(name, row, column)
  if (!control) return
  const target = control.matches('input,select,textarea,button,[tabindex]')
    ? control
    : control.querySelector<HTMLElement>('input,select,textarea,button')
  ;(target ?? control).focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

/** A cell of a child list, or the list's own button when the row is out of sight. */
function inList(name: string, row: string | undefined, column: string | undefined): HTMLElement | null {
  const list = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(name)}"]`)
  const cell =
    row && column
      ? list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"][data-column="${CSS.escape(column)}"]`)
      : undefined
  return cell ?? list?.querySelector<HTMLElement>('button') ?? null
}

/** Puts the focus into a cell that is about to be drawn: of a row just added. */
export function focusCell(list: string, row: string | undefined, column: string | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => inList(list, row, column)?.focus()))
}

/** The first control of the form that can be typed in. */
export function focusFirst(formId: string): void {
  document
    .getElementById(formId)
    ?.querySelector<HTMLElement>(
      'input:not([type=hidden],[readonly],:disabled,[tabindex="-1"]),select:not(:disabled),textarea:not([readonly])',
    )
    ?.focus({ preventScroll: true })
}
