import { useEffect, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { readableAddressText } from '../../../kinds/addressText.ts'
import type { FilterValue } from '../../../kinds/controlProps.ts'
import { referenceId, useInputServices } from '../../../kinds/inputServices.tsx'
import { targetOf } from '../../../model/field.ts'
import type { Field, Model, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { useModel } from '../../data/session.tsx'
import type { ListTools } from '../listTools.ts'
import type { ListState } from '../query/listUrlState.ts'
import { readableFilter } from './readableFilter.ts'

interface Props {
  readonly tools: ListTools
  readonly filters: ListState['filters']
  onRemove(name: string): void
  onClear(): void
}

/** The filters in force, each with its ✕. */
export default function FilterChips({ tools, filters, onRemove, onClear }: Props) {
  const { register, say } = tools
  const { registers } = useModel()
  const active = Object.entries(filters).flatMap(([name, value]) => {
    const own = fieldOf(register, name)
    const field = own ?? farField(registers, register, name)
    const title = register.views.filter.fields.find(view => view.field === name)?.title ?? field?.title ?? name
    return field ? [{ name, value: own ? value : typed(value, field), field, title }] : []
  })
  if (active.length === 0) return null
  return (
    <>
      {active.map(({ name, value, field, title }) => (
        <Chip key={name} tone="accent" remove={{ label: say('filter-remove', { title }), act: () => onRemove(name) }}>
          {title}: <FilterWords field={field} value={value} tools={tools} />
        </Chip>
      ))}
      {active.length > 1 && (
        <Button look="ghost" size="sm" onClick={onClear}>
          {say('filter-clear')}
        </Button>
      )}
    </>
  )
}

/** A field of what records refer to, as a link says it: `movimento.contado_em`. Its values are those of the address. */
function farField(registers: Model['registers'], register: Register, name: string): Field | undefined {
  const [as, rest = ''] = name.split('.')
  const target = registers[register.fields.find(field => field.reference?.as === as)?.reference?.to ?? '']
  return target && fieldOf(target, rest)
}

/** The texts of an address with their types. */
function typed(value: FilterValue, field: Field): FilterValue {
  const { eq, in: among } = value
  const key = (text: string | number): string | number => {
    const read = readableAddressText(String(text), field)
    return typeof read === 'string' || typeof read === 'number' ? read : text
  }
  if (among) return { ...value, in: among.map(key) }
  return typeof eq === 'string' ? { ...value, eq: readableAddressText(eq, field) ?? eq } : value
}

function FilterWords({ field, value, tools }: { readonly field: Field; readonly value: FilterValue; readonly tools: ListTools }) {
  const { labelOf, zone } = useInputServices()
  const to = targetOf(field)?.to
  const one = to === undefined ? undefined : referenceId(value.eq ?? null)
  const ids = (to === undefined ? undefined : value.in) ?? (one === undefined ? [] : [one])
  const asked = ids.join()
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    let current = true
    setLabels(undefined)
    if (to !== undefined && asked !== '')
      void Promise.all(
        asked.split(',').map(async id => [id, (await labelOf(to, id).catch(() => undefined)) ?? id] as const),
      ).then(found => current && setLabels(new Map(found)))
    return () => {
      current = false
    }
  }, [to, asked, labelOf])
  if (ids.length > 0) return ids.map(id => labels?.get(String(id)) ?? String(id)).join(', ')
  const word = (code: 'from' | 'to' | 'none'): string => tools.say(code).toLowerCase()
  return readableFilter(value, { ...field, zone }, { from: word('from'), to: word('to'), none: word('none') })
}
