import { createElement, type ReactNode } from 'react'
import { Filter as BooleanFilter } from './boolean/filter.tsx'
import { Input as BooleanInput } from './boolean/input.tsx'
import { Filter as ChoiceFilter } from './choice/filter.tsx'
import { Input as ChoiceInput } from './choice/input.tsx'
import type { FilterProps, InputProps, KindControls } from './controlProps.ts'
import { Input as DateInput } from './date/input.tsx'
import { Input as FileInput } from './file/input.tsx'
import { Input as ImageInput } from './image/input.tsx'
import type { KindName } from './kind.ts'
import { Filter as MultiChoiceFilter } from './multiChoice/filter.tsx'
import { Input as MultiChoiceInput } from './multiChoice/input.tsx'
import { Input as ReferenceInput } from './reference/input.tsx'
import { Filter as ReferencesFilter } from './references/filter.tsx'
import { Input as ReferencesInput } from './references/input.tsx'
import { makeFilter } from './text/filter.tsx'
import { Input as TextInput } from './text/input.tsx'
import { useFieldInStoreZone } from './useFieldInStoreZone.ts'
import { Input as WeekdaysInput } from './weekdays/input.tsx'

const text: KindControls = { Input: TextInput, Filter: makeFilter(TextInput) }
const picked: KindControls = { Input: DateInput, Filter: makeFilter(DateInput) }

/**
 * How a value of every kind is typed and searched for. Kinds that are typed as text share one; the kind itself reads.
 * Apart from `looks`, so that a page that only shows values loads no input.
 */
export const inputs = {
  text,
  integer: text,
  decimal: text,
  money: text,
  percent: text,
  taxId: text,
  date: picked,
  dateTime: picked,
  time: picked,
  boolean: { Input: BooleanInput, Filter: BooleanFilter },
  choice: { Input: ChoiceInput, Filter: ChoiceFilter },
  multiChoice: { Input: MultiChoiceInput, Filter: MultiChoiceFilter },
  weekdays: { Input: WeekdaysInput, Filter: makeFilter(WeekdaysInput) },
  reference: { Input: ReferenceInput, Filter: makeFilter(ReferenceInput) },
  references: { Input: ReferencesInput, Filter: ReferencesFilter },
  image: { Input: ImageInput },
  file: { Input: FileInput },
  members: { Input: TextInput },
} satisfies Record<KindName, KindControls>

const typedOf = (kind: KindName): KindControls => inputs[kind]

/** A value as it is typed: in a form, in a grid's cell. */
export function KindInput(props: InputProps): ReactNode {
  const field = useFieldInStoreZone(props.field)
  return createElement(typedOf(field.kind).Input, { ...props, field })
}

/** A value as it is searched for. */
export function KindFilter(props: FilterProps): ReactNode {
  const field = useFieldInStoreZone(props.field)
  const { Filter } = typedOf(field.kind)
  return Filter ? createElement(Filter, { ...props, field }) : null
}
