import type { ReactNode } from 'react'
import { Icon } from '../../../controls/Icon.tsx'
import type { LookName } from '../../../model/views/looks.ts'
import { useSession } from '../../data/session.tsx'
import { writeStorage } from '../../data/storage.ts'
import type { ListTools } from '../listTools.ts'
import { lookKeyOf } from '../query/keptPageSize.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { ChangeState } from '../query/useListState.ts'

/** A look to choose: the list, or another that the definition has. */
export interface LookEntry {
  readonly id: string
  readonly title: string
  readonly icon: ReactNode
  readonly checked: boolean
  act(): void
}

/** In their order, each with its icon. */
const icons = {
  list: 'layout-list',
  board: 'columns-3',
  calendar: 'calendar-range',
  gallery: 'layout-grid',
  pivot: 'table-properties',
} as const
const names: readonly LookName[] = ['board', 'calendar', 'gallery', 'pivot']

interface Given {
  readonly tools: Pick<ListTools, 'register' | 'say'>
  readonly state: ListState
  readonly change: ChangeState
}

/** The looks of a list; none where it has no other. What is chosen is kept for this person. */
export function useLookEntries({ tools: { register, say }, state, change }: Given): readonly LookEntry[] {
  const { id } = useSession().user
  const own = names.filter(name => register.views.looks?.[name])
  if (own.length === 0) return []
  const now = state.look?.split('.')[0]
  const entry = (name: LookName | undefined): LookEntry => ({
    id: `!look-${name ?? 'list'}`,
    title: say(`look.${name ?? 'list'}`),
    icon: <Icon name={icons[name ?? 'list']} size="1rem" />,
    checked: now === name,
    act: () => {
      writeStorage(lookKeyOf(id, register), name)
      // The entry in the history is the same page: back leaves it.
      if (now !== name) change({ look: name, group: undefined, page: 1 }, { replace: true })
    },
  })
  return [undefined, ...own].map(entry)
}
