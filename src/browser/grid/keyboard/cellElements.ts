import type { CellAddress } from '../cellAddress.ts'

const controls =
  'a[href],button,input,select,textarea,[role="switch"],[role="checkbox"],[role="combobox"],[contenteditable="true"]'

/** The cell an event happened in. */
export function cellElementOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-column]') ?? undefined) : undefined
}

export function addressOfCellElement(cell: HTMLElement | undefined): CellAddress | undefined {
  const { row, column } = cell?.dataset ?? {}
  return row !== undefined && column !== undefined ? { row, column } : undefined
}

export const findCellElement = (root: HTMLElement, address: CellAddress): HTMLElement | undefined =>
  root.querySelector<HTMLElement>(`[data-row="${CSS.escape(address.row)}"][data-column="${CSS.escape(address.column)}"]`) ??
  undefined

export const controlsIn = (cell: HTMLElement): HTMLElement[] =>
  [...cell.querySelectorAll<HTMLElement>(controls)].filter(isEnabled)

const isEnabled = (element: HTMLElement): boolean =>
  !element.hasAttribute('disabled') && element.getAttribute('aria-hidden') !== 'true'

/** Tells whether the event started in something that answers for itself: a link, a switch, a menu's button. */
export function isInControl(target: EventTarget | null, cell: HTMLElement): boolean {
  if (!(target instanceof Element)) return false
  const control = target.closest(`${controls},label`)
  return control !== null && cell.contains(control)
}

/** The control that takes what is typed. */
export const inputIn = (cell: HTMLElement): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | undefined =>
  cell.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input:not([type=hidden]),textarea,select') ??
  undefined

/** Returns the text that a control shows at this moment. */
export function textIn(cell: HTMLElement | undefined): string | undefined {
  const input = cell ? inputIn(cell) : undefined
  return input && !(input instanceof HTMLSelectElement) && input.type !== 'checkbox' ? input.value : undefined
}

/** Tells whether keys belong to an open list of choices: it is nearer than the grid, which may stand in a dialog itself. */
export const hasOpenPopup = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.getAttribute('aria-expanded') === 'true' ||
    target.closest('[role=listbox],[role=menu],[role=grid],dialog')?.role !== 'grid')

/** Puts text into a control as if it were typed: its own reading of it runs. */
export function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const proto = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
