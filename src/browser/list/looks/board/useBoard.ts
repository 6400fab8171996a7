import { useEffect, useMemo, useState } from 'react'
import type { TotalsReply } from '../../../../api/batch.ts'
import { kindByName } from '../../../../kinds/values.ts'
import type { Field, Where } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { BoardLook } from '../../../../model/views/looks.ts'
import { call } from '../../../data/api.ts'
import { fetchRowsPage } from '../../../data/registerRows.ts'
import type { ListColumn } from '../../cells/listColumns.ts'
import { listFilterOf, listQueryOf } from '../../query/listQuery.ts'
import type { LookProps } from '../lookProps.ts'
import { type LookData, useLookData } from '../useLookData.ts'
import { type BoardCards, boardColumns } from './boardColumns.ts'

interface Shown {
  readonly columns: readonly BoardCards[]
  /** The sum of each column's records, by its place. */
  readonly sums: Readonly<Record<string, string>>
}

export interface BoardModel extends LookData<Shown> {
  readonly field: Field
  /** Brings more cards of a column. */
  more(place: string): void
}

/** The columns of the board: of each as many cards as are shown, how many there are, and their sum; asked all at once. */
export function useBoard(
  { tools: { register, say }, page: { state }, onCount }: LookProps,
  look: BoardLook,
  card: readonly ListColumn[],
): BoardModel {
  const field = fieldOf(register, look.by)
  if (!field) throw new Error(`${register.name} has no ${look.by}`)
  const [limits, setLimits] = useState<Readonly<Record<string, number>>>({})
  const columns = boardColumns(field, state.filters[field.name], say('list.group-blank', { title: field.title }))
  const asked = { q: state.q, filters: state.filters, order: state.order, limits }
  const shown = useLookData<Shown>(register, ['board', look, asked], async () => {
    const pages = columns.map(async (column): Promise<BoardCards> => {
      const query = listQueryOf({ ...state, page: 1, perPage: limits[column.place] ?? look.limit }, register, card)
      return {
        ...column,
        ...(await fetchRowsPage(register.name, { ...query, where: within(query.where, { [field.name]: column.value }) })),
      }
    })
    const sums = look.sum === undefined ? {} : await fetchSums()
    const found = await Promise.all(pages)
    // Only where some have none.
    return { columns: found.filter(({ value, count }) => value !== null || count > 0 || found.length === 1), sums }
  })
  const { data } = shown
  const count = useMemo(() => data?.columns.reduce((sum, column) => sum + column.count, 0), [data])
  useEffect(() => {
    if (count !== undefined) onCount(count)
  }, [count, onCount])
  return {
    ...shown,
    field,
    more: place => setLimits(old => ({ ...old, [place]: Math.min(most, (old[place] ?? look.limit) + look.limit) })),
  }

  async function fetchSums(): Promise<Shown['sums']> {
    const summed = fieldOf(register, look.sum ?? '')
    if (!summed) return {}
    const { q, where } = listFilterOf(state, register)
    const query = { campos: summed.name, por: look.by, filter: where && { where }, q }
    const { grupos = [] } = (await call<TotalsReply>('GET', `${register.name}/totais`, { query })).data
    return Object.fromEntries(
      grupos.map(({ valor, totais }) => [
        valor === null ? '' : String(valor),
        kindByName(summed.kind).format(totais[summed.name] ?? null, summed),
      ]),
    )
  }
}

/** Cards of a column that a person can bring; who wants more filters. */
const most = 500

const within = (where: Where | undefined, own: Where): Where => (where ? { and: [where, own] } : own)
