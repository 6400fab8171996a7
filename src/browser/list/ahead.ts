import type { Model, Register } from '../../model/model.ts'
import { askRows } from '../data/rows.ts'
import { cardColumns, listColumns, shownColumns } from './columns.ts'
import { queryOf } from './query.ts'
import { readState } from './urlState.ts'
import { keptNames } from './useKept.ts'

interface Who {
  readonly model: Model
  readonly userId: string | number
  readonly phone: boolean
}

/** Asks for the rows that the list at this address will show; ends when they are there, nothing when they are already. */
export function askList(register: Register, search: string, { model, userId, phone }: Who): Promise<unknown> | undefined {
  const state = readState(new URLSearchParams(search), register)
  const columns = listColumns(model, register)
  const shown = phone ? cardColumns(columns, register) : shownColumns(columns, state.columns ?? keptNames(userId, register))
  return askRows(register.name, queryOf(state, register, shown))
}
