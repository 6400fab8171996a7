import type { GroupSums } from '../../../api/batch.ts'
import { holdsYesOrNo, kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../../model/model.ts'
import type { ListColumn } from '../cells/listColumns.ts'

/** The fields of a list, or of its filter, that put records into groups: choices, yes and no, days and records referred to. */
export function groupFields(register: Register, columns: readonly ListColumn[]): readonly Field[] {
  const named = new Set([
    ...columns.map(({ id }) => id),
    ...register.views.filter.fields.map(({ field }) => field),
    ...columns.flatMap(
      ({ relation }) => register.fields.find(({ reference }) => reference && reference.as === relation?.as)?.name ?? [],
    ),
  ])
  return register.fields.filter(field => named.has(field.name) && field.stored && !field.secret && isGrouping(field))
}

const isGrouping = (field: Field): boolean =>
  field.choices !== undefined || field.reference !== undefined || holdsYesOrNo(field) || kindByName(field.kind).time === 'day'

/** Groups in the order in which they are read: that of the choices, the newest day first, else by name; no value comes last. */
export function orderedGroups(groups: readonly GroupSums[], field: Field): readonly GroupSums[] {
  const place = ({ valor }: GroupSums): number => field.choices?.findIndex(({ value }) => value === valor) ?? 0
  const name = ({ valor, rotulo }: GroupSums): string => rotulo ?? String(valor)
  const isDay = kindByName(field.kind).time === 'day'
  return [...groups].sort((a, b) => {
    if (a.valor === null || b.valor === null) return Number(a.valor === null) - Number(b.valor === null)
    return place(a) - place(b) || name(a).localeCompare(name(b), 'pt-BR', { numeric: true }) * (isDay ? -1 : 1)
  })
}
