import { membersOf } from '../../base/record.ts'
import { fileKindOf } from '../source/definitions.ts'
import type { Source } from '../source/source.ts'

/**
 * Names that definitions give, gathered from every file that can be read at all. A file that is refused for one fault
 * still lends its names, or that fault would make every file that uses them faulty too.
 */
export interface DeclaredNames {
  readonly registers: ReadonlySet<string>
  readonly messages: ReadonlySet<string>
  readonly flags: ReadonlySet<string>
  readonly features: ReadonlySet<string>
  readonly refinements: ReadonlySet<string>
  readonly menuGroups: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  readonly queries: ReadonlySet<string>
  readonly filters: ReadonlySet<string>
}

export function gatherDeclaredNames(sources: readonly Source[]): DeclaredNames {
  const names = {
    registers: new Set<string>(),
    messages: new Set<string>(),
    flags: new Set<string>(),
    features: new Set<string>(),
    refinements: new Set<string>(),
    menuGroups: new Set<string>(),
    pages: new Set<string>(),
    queries: new Set<string>(),
    filters: new Set<string>(),
  }
  const take = (set: Set<string>, words: Iterable<string>): void => {
    for (const word of words) set.add(word)
  }
  for (const source of sources) {
    const it = fileKindOf(source.path)
    if (it?.kind === 'register') names.registers.add(it.name)
    if (it?.kind === 'screen' || it?.kind === 'import' || it?.kind === 'report-ui') names.pages.add(it.name)
    if (it?.kind === 'report') names.queries.add(it.name)
    if (it?.kind === 'filter') names.filters.add(it.name)
    if (it?.kind === 'messages') take(names.messages, source.words ?? keysOf(source.value, 'messages'))
    if (it?.kind === 'permissions') take(names.flags, source.words ?? keysOf(source.value, 'properties'))
    if (it?.kind === 'kinds') take(names.refinements, source.words ?? keysOf(source.value, 'refinements'))
    if (it?.kind === 'menu') {
      take(names.features, source.words ?? listIn(source.value, 'features').filter(isText))
      take(
        names.menuGroups,
        source.words ??
          listIn(source.value, 'groups')
            .map(group => memberOf(group, 'id'))
            .filter(isText),
      )
    }
  }
  return names
}

const isText = (value: unknown): value is string => typeof value === 'string'

const memberOf = (value: unknown, name: string): unknown => membersOf(value)[name]

function keysOf(value: unknown, name: string): string[] {
  const member = memberOf(value, name)
  return member !== null && typeof member === 'object' ? Object.keys(member) : []
}

function listIn(value: unknown, name: string): unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : []
}
