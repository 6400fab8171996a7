import { useEffect, useMemo, useState } from 'react'
import type { Field } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { GalleryLook } from '../../../../model/views/looks.ts'
import { fetchRowsPage, type RegisterRow, type RowsPage } from '../../../data/registerRows.ts'
import { type ListColumn, listColumn } from '../../cells/listColumns.ts'
import { listQueryOf } from '../../query/listQuery.ts'
import type { LookProps } from '../lookProps.ts'
import { type LookData, useLookData } from '../useLookData.ts'

/** Cards of a group. */
export interface GalleryGroup {
  readonly place: string
  readonly title: string
  readonly rows: readonly RegisterRow[]
}

export interface GalleryModel extends LookData<RowsPage> {
  readonly groups: readonly GalleryGroup[]
  /** The order of the cards, as a question of rows. */
  readonly order: readonly string[]
  more(): void
}

/** Cards at first, as many as each press brings, and most. */
const some = 60
const most = 1200

/** The records in the order of their groups, and in each by its order. */
export function useGallery(
  { tools, page: { state }, onCount }: LookProps,
  look: GalleryLook,
  columns: readonly ListColumn[],
): GalleryModel {
  const { register, model, say } = tools
  const [limit, setLimit] = useState(some)
  const group = fieldOf(register, look.group ?? '')
  const order = useMemo(() => {
    const { reference } = group ?? {}
    const ofGroup = reference ? (model.registers[reference.to]?.order ?? []).map(each => `${reference.as}.${each}`) : []
    const byGroup = group ? [...ofGroup, `${group.name} ASC`] : []
    return [...byGroup, ...(look.order === undefined ? [] : [`${look.order} ASC`]), ...register.views.list.order]
  }, [group, model, look, register])
  const named = group?.reference
    ? [...columns, listColumn(model, register, { field: group.name, title: '', edit: false, sort: false, hidden: false })]
    : columns
  const query = { ...listQueryOf({ ...state, page: 1, perPage: limit }, register, named), order }
  const shown = useLookData<RowsPage>(register, ['gallery', query], () => fetchRowsPage(register.name, query))
  const { data } = shown
  useEffect(() => {
    if (data) onCount(data.count)
  }, [data, onCount])
  const groups = useMemo(
    () => groupsOf(data?.rows ?? [], group, field => say('list.group-blank', { title: field.title })),
    [data, group, say],
  )
  return { ...shown, groups, order, more: () => setLimit(old => Math.min(most, old + some)) }
}

/** Rows that follow each other with the same group. */
function groupsOf(
  rows: readonly RegisterRow[],
  field: Field | undefined,
  blank: (field: Field) => string,
): readonly GalleryGroup[] {
  if (!field) return rows.length > 0 ? [{ place: '', title: '', rows }] : []
  const groups = Map.groupBy(rows, row => String(row[field.name] ?? ''))
  return [...groups].map(([place, own]) => ({
    place,
    title: place === '' ? blank(field) : titleOf(own[0], field, place),
    rows: own,
  }))
}

function titleOf(row: RegisterRow | undefined, field: Field, place: string): string {
  const record = field.reference && row?.[field.reference.as]
  const label =
    typeof record === 'object' && record !== null
      ? Object.entries(record).find(([name, value]) => name !== 'id' && typeof value === 'string')
      : undefined
  return label ? String(label[1]) : (field.choices?.find(({ value }) => String(value) === place)?.title ?? place)
}
