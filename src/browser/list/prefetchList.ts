import type { Model, Register } from '../../model/model.ts'
import { prefetchRows } from '../data/registerRows.ts'
import { listCardColumns, listColumns, shownColumns } from './cells/listColumns.ts'
import { keptLook, withKeptPageSize } from './query/keptPageSize.ts'
import { listQueryOf } from './query/listQuery.ts'
import { readListState } from './query/listUrlState.ts'
import { persistedColumnNames } from './views/usePersistedState.ts'

interface Who {
  readonly model: Model
  readonly userId: string | number
  readonly phone: boolean
}

/** Asks for the rows that the list at this address will show; ends when they are there, nothing when they are already. */
export function prefetchList(register: Register, search: string, { model, userId, phone }: Who): Promise<unknown> | undefined {
  const state = readListState(new URLSearchParams(search), withKeptPageSize(userId, register), keptLook(userId, register))
  if (state.look) return undefined
  const columns = listColumns(model, register)
  const shown = phone
    ? listCardColumns(columns, register)
    : shownColumns(columns, state.columns ?? persistedColumnNames(userId, register))
  return prefetchRows(register.name, listQueryOf(state, register, shown))
}
