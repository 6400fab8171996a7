import type { KeyboardEvent } from 'react'

/**
 * Arrow keys, Home, End and first letters move the focus among the elements of `selector` inside the event's element,
 * round the ends. Elements that are not shown are passed over.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, axis: 'vertical' | 'horizontal'): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter(item => item.offsetParent !== null)
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
  const to = target(event, items, at, axis)
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

function target(
  event: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
  axis: 'vertical' | 'horizontal',
): number | undefined {
  if (items.length === 0) return undefined
  const [back, on] = axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (event.key === on) return at + 1
  if (event.key === back) return at <= 0 ? items.length - 1 : at - 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return items.length - 1
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const letter = event.key.toLocaleLowerCase('pt-BR')
  const next = [...items.slice(at + 1), ...items.slice(0, at + 1)].find(item =>
    item.textContent?.trim().toLocaleLowerCase('pt-BR').startsWith(letter),
  )
  return next ? items.indexOf(next) : undefined
}
