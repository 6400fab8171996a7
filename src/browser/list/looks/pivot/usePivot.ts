import { useEffect, useMemo } from 'react'
import type { GroupSums, TotalsReply } from '../../../../api/batch.ts'
import { kindByName } from '../../../../kinds/values.ts'
import { valueText } from '../../../../kinds/valueText.ts'
import type { Field } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { PivotLook } from '../../../../model/views/looks.ts'
import { call } from '../../../data/api.ts'
import { groupFields, orderedGroups } from '../../query/groupFields.ts'
import { listFilterOf } from '../../query/listQuery.ts'
import type { LookProps } from '../lookProps.ts'
import { type LookData, useLookData } from '../useLookData.ts'
import { type PivotMeasure, type PivotTable, pivotMeasures, pivotTable } from './pivotTable.ts'

interface Shown {
  readonly count: number
  readonly columns: readonly GroupSums[]
  /** How many values of the columns' field have none. */
  readonly left: number
  readonly table: PivotTable
}

/** The question of a table: the fields of its rows and columns, and the figure of each cell. */
export interface PivotQuestion {
  readonly rows: Field
  readonly columns: Field
  readonly measure: PivotMeasure
  /** Summed, or averaged. */
  readonly of: Field | undefined
}

export interface PivotModel extends LookData<Shown> {
  readonly asked: PivotQuestion | undefined
  /** Fields by which records may stand, and such as may be summed. */
  readonly groups: readonly Field[]
  readonly summed: readonly Field[]
}

/** The table of the address, or of the definition: summed by the server, over all records that the list would show. */
export function usePivot({ tools: { register }, page, words, onCount }: LookProps, look: PivotLook): PivotModel {
  const { state, columns } = page
  const groups = useMemo(() => groupFields(register, columns), [register, columns])
  const summed = useMemo(
    () =>
      columns.flatMap(({ field, relation, id }) =>
        field?.stored && !field.secret && !relation && field.name === id && kindByName(field.kind).sums ? [field] : [],
      ),
    [columns],
  )
  const asked = useMemo((): PivotQuestion | undefined => {
    const group = (name: string | undefined, usual: string): Field | undefined =>
      groups.find(field => field.name === name) ?? fieldOf(register, usual)
    const [rows, across] = [group(words[0], look.rows), group(words[1], look.columns)]
    const measure = pivotMeasures.find(each => each === words[2]) ?? look.measure
    const of =
      measure === 'count'
        ? undefined
        : (summed.find(({ name }) => name === (words[3] ?? look.of)) ?? fieldOf(register, look.of ?? ''))
    return rows && across ? { rows, columns: across, measure: of ? measure : 'count', of } : undefined
  }, [groups, summed, register, look, words])
  const { q, where } = listFilterOf(state, register)
  const names = asked && [asked.rows.name, asked.columns.name, asked.measure, asked.of?.name]
  const shown = useLookData<Shown>(register, ['pivot', names, q, where], async () => {
    if (!asked) throw new Error(`${register.name} has no such table`)
    const query = {
      campos: asked.of?.name ?? '',
      por: asked.rows.name,
      colunas: asked.columns.name,
      filter: where && { where },
      q,
    }
    const all = (await call<TotalsReply>('GET', `${register.name}/totais`, { query })).data
    const shownColumns = orderedGroups(all.colunas ?? [], asked.columns)
    return {
      count: all.count,
      columns: shownColumns,
      left: all.outrasColunas ?? 0,
      table: pivotTable(all, shownColumns, orderedGroups(all.grupos ?? [], asked.rows), {
        measure: asked.measure,
        field: asked.of?.name,
      }),
    }
  })
  const { data } = shown
  useEffect(() => {
    if (data) onCount(data.count)
  }, [data, onCount])
  return { ...shown, asked, groups, summed }
}

/** The name of a value in a row's or a column's head. */
export const valueTitle = (
  { valor, rotulo }: Pick<GroupSums, 'valor' | 'rotulo'>,
  field: Field,
  blank: (field: Field) => string,
): string => (valor === null ? blank(field) : (rotulo ?? valueText(valor, field)))
