import type { Import, MenuGroup, MenuItem, Model, Register, Rights, Screen } from '../../model/model.ts'
import { opensCreation, opensPages } from '../../model/register.ts'
import type { Report } from '../../model/report.ts'

/** The page that an address opens. */
export type Route =
  | { readonly kind: 'list'; readonly register: Register }
  | { readonly kind: 'form'; readonly register: Register; readonly id: string | undefined; readonly tab: string | undefined }
  | { readonly kind: 'screen'; readonly screen: Screen; readonly rest: readonly string[] }
  | { readonly kind: 'import'; readonly load: Import }
  | { readonly kind: 'report'; readonly report: Report }

/** Tells whether two places open the same. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const other = new Map<string, unknown>(Object.entries(b))
  return Object.entries(a).every(([name, value]) => value === other.get(name))
}

type Allowed = Pick<Model, 'registers' | 'screens' | 'imports' | 'reports'>

/**
 * Returns the page that a path opens for someone with these rights; nothing when there is none or it is not theirs. The longest address wins
 * (`/Conta/pagas` before `/Conta/:id`), in any letter case.
 */
export function matchRoute(model: Allowed, rights: Rights, pathname: string): Route | undefined {
  const found = candidates(model, pathname).sort((a, b) => b.length - a.length)[0]
  return found?.open(rights)
}

interface Candidate {
  readonly length: number
  open(rights: Rights): Route | undefined
}

function candidates(model: Allowed, pathname: string): Candidate[] {
  const steps = split(pathname)
  const may = (rights: Rights, gate: string | undefined) => gate !== undefined && rights[gate] === true
  const registers = Object.values(model.registers).flatMap((register): Candidate[] => {
    const rest = register.parent ? undefined : restOf(register.views.path, steps)
    return rest && rest.length <= 2
      ? [{ length: steps.length - rest.length, open: rights => openRegister(register, rest, gate => may(rights, gate)) }]
      : []
  })
  const screens = Object.values(model.screens).flatMap((screen): Candidate[] => {
    const rest = restOf(screen.path, steps)
    if (!rest || (rest.length > 0 && !('record' in screen.body))) return []
    return [
      {
        length: steps.length - rest.length + 0.5,
        open: rights => (may(rights, screen.gate) || screen.public ? { kind: 'screen', screen, rest } : undefined),
      },
    ]
  })
  const imports = Object.values(model.imports).flatMap((load): Candidate[] =>
    restOf(load.path, steps)?.length === 0
      ? [{ length: steps.length, open: rights => (may(rights, load.gate) ? { kind: 'import', load } : undefined) }]
      : [],
  )
  const reports = Object.values(model.reports).flatMap((report): Candidate[] =>
    restOf(report.path, steps)?.length === 0
      ? [{ length: steps.length + 0.5, open: rights => (may(rights, report.gate) ? { kind: 'report', report } : undefined) }]
      : [],
  )
  return [...registers, ...screens, ...imports, ...reports]
}

function openRegister(
  register: Register,
  rest: readonly string[],
  may: (gate: string | undefined) => boolean,
): Route | undefined {
  const [id, tab] = rest
  const open = opensPages(register, may)
  if (id === undefined) return open ? { kind: 'list', register } : undefined
  if (id === 'create') return opensCreation(register, may) && open ? { kind: 'form', register, id: undefined, tab } : undefined
  // A word where keys are numbers is no record: an address that is there for others only, or a slip.
  if (!register.textKey && !/^\d+$/.test(id)) return undefined
  return open ? { kind: 'form', register, id: decodeURIComponent(id), tab } : undefined
}

const split = (path: string) => path.split('/').filter(Boolean)

/** The steps after the base, or nothing when the path is another. */
function restOf(base: string, steps: readonly string[]): readonly string[] | undefined {
  const own = split(base)
  return own.every((step, at) => step.toLowerCase() === steps[at]?.toLowerCase()) ? steps.slice(own.length) : undefined
}

/** The menu as this user has it: a group without an allowed item is not shown. */
export function allowedMenu(menu: readonly MenuGroup[], rights: Rights, place: MenuGroup['place']): readonly MenuGroup[] {
  return menu
    .filter(group => (group.place ?? 'side') === place && (group.gate === undefined || rights[group.gate] === true))
    .map(group => ({ ...group, items: group.items.filter(item => rights[item.gate] === true) }))
    .filter(group => group.items.length > 0)
}

/** The menu item of a path: itself, or that of the list it belongs to. An item with a filter in its address needs the same filter. */
export function currentMenuItem(
  groups: readonly MenuGroup[],
  pathname: string,
  search: string,
): { readonly group: MenuGroup; readonly item: MenuItem } | undefined {
  const here = new URLSearchParams(search)
  const path = pathname.toLowerCase()
  const fits = (item: MenuItem) => {
    const [base = '', query] = item.path.split('?')
    const own = base.toLowerCase()
    if (path !== own && !(own !== '/' && path.startsWith(`${own}/`))) return 0
    const filters = [...new URLSearchParams(query ?? '')]
    return filters.every(([name, value]) => here.get(name) === value) ? 1 + base.length * 10 + filters.length : 0
  }
  const all = groups.flatMap(group => group.items.map(item => ({ group, item, rank: fits(item) })))
  const best = all.reduce<(typeof all)[number] | undefined>((top, one) => (one.rank > (top?.rank ?? 0) ? one : top), undefined)
  return best && { group: best.group, item: best.item }
}
