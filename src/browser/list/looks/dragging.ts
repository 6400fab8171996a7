/** The questions of a drag to who draws the cards, and its end. */
export interface DragHost {
  /** Tells whether the card may be taken from where it is. */
  mayTake(id: string): boolean
  /** Tells whether a card may be put there; where it may not, letting go says why. */
  isOpen(id: string, place: string): boolean
  /** It was let go over a place; `over`: on this card of it. */
  drop(id: string, place: string, over: DraggedOver | undefined): void
}

export interface DraggedOver {
  readonly id: string
  /** In its second half. */
  readonly after: boolean
}

/** Pixels that a mouse moves before it drags, and that a finger may tremble before it scrolls. */
const least = 6
/** Milliseconds that a finger rests on a card before it takes it. */
const rest = 350
/** Pixels from the edge of a box at which it scrolls on. */
const edge = 48

/**
 * Begins to drag the card (`data-card`) under the pointer, by mouse at once, by finger when it rests; places are `data-place`. Escape
 * leaves it where it was. What keys do is the card's own.
 */
export function startDrag(down: PointerEvent, host: DragHost): void {
  const card = elementAt(down.target, '[data-card]')
  const id = card?.dataset.card
  if (!card || id === undefined || down.button !== 0 || elementAt(down.target, 'button, input, dialog') || !host.mayTake(id))
    return
  const touch = down.pointerType !== 'mouse'
  let drag: Drag | undefined
  const begin = (): void => {
    drag ??= new Drag(card, id, host, down)
  }
  const resting = touch ? setTimeout(begin, rest) : undefined
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > least
    if (!drag && far && touch) end()
    else if (!drag && far) begin()
    drag?.move(event.clientX, event.clientY)
  }
  const up = (): void => {
    drag?.drop()
    end()
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  // A finger that holds a card neither scrolls the page nor asks for a menu.
  const hold = (event: Event): void => {
    if (drag && event.cancelable) event.preventDefault()
  }
  function end(): void {
    clearTimeout(resting)
    drag?.end()
    drag = undefined
    listening.abort()
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', up, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener('blur', end, { signal })
  addEventListener('keydown', key, { signal, capture: true })
  addEventListener('touchmove', hold, { signal, passive: false })
  addEventListener('contextmenu', hold, { signal })
}

const elementAt = (target: EventTarget | null, selector: string): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>(selector) : undefined) ?? undefined

/** A card on its way: a copy of it under the pointer, and the place that it is over. */
class Drag {
  private readonly card: HTMLElement
  private readonly id: string
  private readonly host: DragHost
  private readonly ghost: HTMLElement
  private readonly from: { readonly x: number; readonly y: number }
  private place: HTMLElement | undefined
  private over: DraggedOver | undefined
  private at = { x: 0, y: 0 }
  private frame = 0

  constructor(card: HTMLElement, id: string, host: DragHost, { clientX, clientY }: PointerEvent) {
    this.card = card
    this.id = id
    this.host = host
    const box = card.getBoundingClientRect()
    this.from = { x: clientX - box.left, y: clientY - box.top }
    this.ghost = document.createElement('div')
    this.ghost.append(card.cloneNode(true))
    this.ghost.classList.add('look-ghost')
    this.ghost.inert = true
    this.ghost.style.width = `${box.width}px`
    document.body.append(this.ghost)
    card.setAttribute('data-taken', '')
    document.documentElement.classList.add('look-dragging')
    this.move(clientX, clientY)
    const scroll = (): void => {
      this.scroll()
      this.frame = requestAnimationFrame(scroll)
    }
    this.frame = requestAnimationFrame(scroll)
  }

  move(x: number, y: number): void {
    this.at = { x, y }
    this.ghost.style.transform = `translate(${x - this.from.x}px, ${y - this.from.y}px)`
    this.look()
  }

  /** The place under the pointer is told by its look. */
  private look(): void {
    const under = document.elementFromPoint(this.at.x, this.at.y)
    const place = elementAt(under, '[data-place]')
    if (place !== this.place) this.place?.removeAttribute('data-over')
    this.place = place
    const name = place?.dataset.place
    if (name !== undefined) place?.setAttribute('data-over', this.host.isOpen(this.id, name) ? 'open' : 'closed')
    const card = elementAt(under, '[data-card]')
    const box = card?.getBoundingClientRect()
    this.over =
      card?.dataset.card !== undefined && box ? { id: card.dataset.card, after: this.at.x > box.left + box.width / 2 } : undefined
  }

  /** Boxes scroll on while the card is held at their edges. */
  private scroll(): void {
    const { x, y } = this.at
    for (let box = this.card.parentElement; box; box = box.parentElement) {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const [across, down] = [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]
      if (across) box.scrollLeft += step(x, left, Math.min(right, innerWidth))
      if (down) box.scrollTop += step(y, top, Math.min(bottom, innerHeight))
    }
    this.look()
  }

  drop(): void {
    const name = this.place?.dataset.place
    if (name !== undefined) this.host.drop(this.id, name, this.over)
    // The click that follows would open the card.
    const click = (event: Event): void => {
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('click', click, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', click, { capture: true }))
  }

  end(): void {
    cancelAnimationFrame(this.frame)
    this.ghost.remove()
    this.place?.removeAttribute('data-over')
    this.card.removeAttribute('data-taken')
    document.documentElement.classList.remove('look-dragging')
  }
}

const step = (at: number, from: number, to: number): number => (at < from + edge ? -10 : at > to - edge ? 10 : 0)
