import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import type { ListTools } from '../listTools.ts'
import { groupFields } from '../query/groupFields.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { ChangeState } from '../query/useListState.ts'

interface Given {
  readonly tools: Pick<ListTools, 'register' | 'say'>
  readonly state: ListState
  readonly change: ChangeState
  readonly columns: readonly ListColumn[]
}

/** The columns by which a list can stand in groups, as entries of a menu; none where there is no such column. */
export function groupEntries({ tools: { register, say }, state, change, columns }: Given): readonly MenuPart[] {
  const fields = groupFields(register, columns)
  if (fields.length === 0) return []
  const entry = (id: string, title: string, group: string | undefined): MenuPart => ({
    id,
    title,
    checked: state.group === group,
    act: () => change({ group, page: 1 }),
  })
  return [
    entry('!group-none', say('list.group-none'), undefined),
    ...fields.map(({ name, title }) => entry(`!group-${name}`, title, name)),
  ]
}
