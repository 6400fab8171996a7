import { column as boolean } from './boolean/column.ts'
import { column as choice } from './choice/column.ts'
import { column as date } from './date/column.ts'
import { column as dateTime } from './dateTime/column.ts'
import { column as decimal } from './decimal/column.ts'
import { column as file } from './file/column.ts'
import { column as image } from './image/column.ts'
import { column as integer } from './integer/column.ts'
import type { Column, KindName } from './kind.ts'
import { column as members } from './members/column.ts'
import { column as money } from './money/column.ts'
import { column as multiChoice } from './multiChoice/column.ts'
import { column as percent } from './percent/column.ts'
import { column as reference } from './reference/column.ts'
import { column as references } from './references/column.ts'
import { column as taxId } from './taxId/column.ts'
import { column as text } from './text/column.ts'
import { column as time } from './time/column.ts'
import { column as weekdays } from './weekdays/column.ts'

/** How every kind lives in the database. */
const columns = {
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
} satisfies Record<KindName, Column>

export const columnOf = (kind: KindName): Column => columns[kind]
