import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { MenuDefinition } from '../../generated/definitions.ts'
import type { Import, MenuGroup, MenuItem, Register, Screen } from '../model.ts'
import type { Report } from '../report.ts'
import type { Definitions } from '../source/definitions.ts'

type GroupDefinition = MenuDefinition['groups'][number]
type ItemDefinition = Exclude<NonNullable<GroupDefinition['items']>[number], string>

/** The targets of menu items, by name. */
export interface MenuTargets {
  readonly registers: Readonly<Record<string, Register>>
  readonly screens: Readonly<Record<string, Screen>>
  readonly imports: Readonly<Record<string, Import>>
  readonly reports: Readonly<Record<string, Report>>
}

/** The menu: written items in their order, then the registers and reports that name the group, by title. */
export function buildMenu(definitions: Definitions, to: MenuTargets): MenuGroup[] {
  const hidden = new Set(definitions.menu?.value.hidden)
  return (definitions.menu?.value.groups ?? []).map(group => {
    const written = (group.items ?? [])
      .map(item => (typeof item === 'string' ? { opens: item } : item))
      .filter(({ opens }) => opens === undefined || !hidden.has(opens))
    const make = (item: Partial<ItemDefinition>) => buildItem(item, to, group.title, synonymsOf(definitions, item))
    const items = written.flatMap(item => make(item) ?? [])
    const named = new Set(written.map(item => item.opens))
    const joining = [
      ...[...definitions.registers.values()].filter(({ value }) => value.register.menu === group.id),
      ...[...definitions.reports.values()].filter(({ value }) => value.menu === group.id),
    ]
    const others = joining
      .filter(({ name }) => !named.has(name) && !hidden.has(name))
      .flatMap(({ name }) => make({ opens: name }) ?? [])
      .sort((a, b) => a.title.localeCompare(b.title, 'pt-BR'))
    return withoutUndefined({
      id: group.id,
      title: group.title,
      icon: group.icon,
      gate: group.gate,
      place: group.place ?? ('side' as const),
      flat: group.flat,
      items: [...items, ...others],
    })
  })
}

/** Its own words, else those of the page that it opens. */
function synonymsOf({ registers, reports, screens }: Definitions, item: Partial<ItemDefinition>): readonly string[] | undefined {
  const name = item.opens ?? ''
  return item.synonyms ?? registers.get(name)?.value.register.synonyms ?? (screens.get(name) ?? reports.get(name))?.value.synonyms
}

function buildItem(
  item: Partial<ItemDefinition>,
  to: MenuTargets,
  group: string,
  synonyms: readonly string[] | undefined,
): MenuItem | undefined {
  const name = item.opens
  const found = name === undefined ? undefined : destination(name, to)
  const path = item.address ?? found?.path
  const opens = item.address === undefined ? found?.opens : { address: item.address }
  if (path === undefined || opens === undefined) return undefined
  return withoutUndefined({
    title: item.title ?? found?.title ?? path,
    alone: item.title === found?.title || !found ? undefined : aloneTitle(item, found.title, group),
    synonyms,
    path,
    gate: item.gate ?? found?.gate ?? 'logged',
    icon: item.icon ?? found?.icon,
    opens,
  })
}

/** The name of an item without its group: as the page that it opens, or, where that is only a part of a page, by the group. */
const aloneTitle = ({ address, title }: Partial<ItemDefinition>, page: string, group: string): string | undefined =>
  title && (address === undefined ? page : `${group}: ${title}`)

type Destination = Pick<MenuItem, 'title' | 'path' | 'opens'> & { gate?: string | undefined; icon?: string | undefined }

function destination(name: string, to: MenuTargets): Destination | undefined {
  const register = to.registers[name]
  // A register that nobody may see has no item.
  if (register)
    return register.access.see === undefined
      ? undefined
      : {
          title: register.title,
          path: register.views.path,
          gate: register.views.gate ?? register.access.see,
          icon: register.views.icon,
          opens: { register: name },
        }
  const screen = to.screens[name]
  if (screen) return { title: screen.title, path: screen.path, gate: screen.gate, opens: { screen: name } }
  const load = to.imports[name]
  if (load) return { title: load.title, path: load.path, gate: load.gate, opens: { import: name } }
  const report = to.reports[name]
  return report && { title: report.title, path: report.path, gate: report.gate, icon: report.icon, opens: { report: name } }
}
