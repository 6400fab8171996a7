import { CalendarDays, Columns3, LayoutGrid, LayoutList, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LookName, lookNames } from '../../../model/views/looks.ts'
import { useSession } from '../../data/session.tsx'
import type { ListTools } from '../listTools.ts'
import { keepLook } from '../query/keptPageSize.ts'
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

const icons: Readonly<Record<string, ReactNode>> = {
  list: <LayoutList aria-hidden />,
  board: <Columns3 aria-hidden />,
  calendar: <CalendarDays aria-hidden />,
  gallery: <LayoutGrid aria-hidden />,
  pivot: <Table2 aria-hidden />,
}

interface Given {
  readonly tools: Pick<ListTools, 'register' | 'say'>
  readonly state: ListState
  readonly change: ChangeState
}

/** The looks of a list; none where it has no other. What is chosen is kept for this person. */
export function useLookEntries({ tools: { register, say }, state, change }: Given): readonly LookEntry[] {
  const { id } = useSession().user
  const names = lookNames.filter(name => register.views.looks?.[name])
  if (names.length === 0) return []
  const now = state.look?.split('.')[0]
  const entry = (name: LookName | undefined): LookEntry => ({
    id: `!look-${name ?? 'list'}`,
    title: say(`look.${name ?? 'list'}`),
    icon: icons[name ?? 'list'],
    checked: now === name,
    act: () => {
      keepLook(id, register, name)
      // The entry in the history is the same page: back leaves it.
      if (now !== name) change({ look: name, group: undefined, page: 1 }, { replace: true })
    },
  })
  return [undefined, ...names].map(entry)
}
