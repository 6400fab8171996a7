import { type ComponentProps, type MouseEvent, use } from 'react'
import type { NavigationTarget } from './history.ts'
import { resolveTarget } from './history.ts'
import { LocationContext, useNavigate } from './router.tsx'

export interface RouterLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: NavigationTarget
  readonly replace?: boolean
  readonly state?: unknown
}

const root = { pathname: '/', search: '' }

const isWhole = (to: NavigationTarget): boolean => typeof to === 'string' && to.startsWith('/')

/** A link to another page of ours: a plain click moves without loading; with Ctrl, or another button, the browser does its own. */
export function RouterLink({ to, replace = false, state, onClick, target, ...rest }: RouterLinkProps) {
  const navigate = useNavigate()
  // A whole address is the same from everywhere: its link is not drawn anew when one moves.
  const href = resolveTarget(to, isWhole(to) ? root : (use(LocationContext) ?? root))
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !plain || (target && target !== '_self')) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    // The same address again adds no entry.
    navigate(href, { replace: replace || href === `${pathname}${search}${hash}`, state })
  }
  return <a {...rest} href={href} target={target} onClick={click} />
}
