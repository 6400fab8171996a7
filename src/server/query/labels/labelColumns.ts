import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { ReferenceLabel } from '../queryPlan.ts'
import type { RegisterColumn } from '../table.ts'

/** A column that names a record, and under which name it is read with a row that refers to it. */
export interface LabelColumn {
  readonly column: RegisterColumn
  readonly key: string
}

const known = new WeakMap<ReferenceLabel, readonly LabelColumn[]>()

/** Returns the columns read of a referred record, without its key, which the row has. */
export const labelColumns = (label: ReferenceLabel): readonly LabelColumn[] =>
  memoizeByKey(known, label, () =>
    label.columns.filter(column => column !== label.target.id).map(column => ({ column, key: `${label.name}.${column.name}` })),
  )
