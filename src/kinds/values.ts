import { value as boolean } from './boolean/value.ts'
import { value as choice } from './choice/value.ts'
import { value as date } from './date/value.ts'
import { value as dateTime } from './dateTime/value.ts'
import { value as decimal } from './decimal/value.ts'
import { value as file } from './file/value.ts'
import { value as image } from './image/value.ts'
import { value as integer } from './integer/value.ts'
import type { Kind, KindName, ValueOptions } from './kind.ts'
import { value as members } from './members/value.ts'
import { value as money } from './money/value.ts'
import { value as multiChoice } from './multiChoice/value.ts'
import { value as percent } from './percent/value.ts'
import { value as reference } from './reference/value.ts'
import { value as references } from './references/value.ts'
import { value as taxId } from './taxId/value.ts'
import { value as text } from './text/value.ts'
import { value as time } from './time/value.ts'
import { value as weekdays } from './weekdays/value.ts'

/** The values of every kind, on both sides of the wire. */
export const values = {
  text,
  integer,
  decimal,
  money,
  percent,
  boolean,
  date,
  dateTime,
  time,
  choice,
  multiChoice,
  taxId,
  weekdays,
  reference,
  references,
  image,
  file,
  members,
} satisfies Record<KindName, Kind>

export const kindNames: readonly string[] = Object.keys(values)

export const isKindName = (name: string): name is KindName => Object.hasOwn(values, name)

export const kindByName = (kind: KindName): Kind => values[kind]

/** Tells whether a field holds yes or no. */
export const holdsYesOrNo = (field: ValueOptions | undefined): boolean =>
  field !== undefined && kindByName(field.kind).expressionType(field) === 'bool'

/** Tells whether a field's value is a file kept for this one record. */
export const isUploaded = ({ kind }: ValueOptions): boolean => kindByName(kind).entry === 'uploaded'
