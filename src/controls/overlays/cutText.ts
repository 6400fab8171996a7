/** A text that is not shown whole, and the box that cuts it. */
export interface CutText {
  readonly box: Element
  readonly text: string
}

/** The text under the pointer when a box cuts it: by an ellipsis, after some lines, or in a field that is too narrow. */
export function cutText(element: Element): CutText | undefined {
  const [inside, around] = [element.firstElementChild, element.parentElement]
  for (const box of [element, inside, around]) if (box instanceof HTMLElement && cuts(box)) return { box, text: textOf(box) }
  return undefined
}

const cuts = (box: HTMLElement): boolean =>
  (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 3) && textOf(box) !== '' && isCutter(box)

/** A box that scrolls shows all; one that holds more than a line of words has a reading of its own. */
const isCutter = (box: HTMLElement): boolean => {
  if (box instanceof HTMLInputElement) return box.readOnly || document.activeElement !== box
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
  return /hidden|clip/.test(overflowX) && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
}

const textOf = (box: HTMLElement): string =>
  (box instanceof HTMLInputElement ? (box.type === 'password' ? '' : box.value) : box.innerText).trim()
