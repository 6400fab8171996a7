import type { Value } from '../../kinds/kind.ts'
import type { Field } from '../model.ts'

/** Tells whether a value says that nothing was chosen: the default of a field whose definition says so is shown as empty. */
export const isUnset = ({ unset, default: none }: Pick<Field, 'unset' | 'default'>, value: unknown): boolean =>
  unset === true && value === none

/** The value of an emptied control: where nothing chosen has a value of its own, that one. */
export const emptied = ({ unset, default: none = null }: Pick<Field, 'unset' | 'default'>, value: Value): Value =>
  unset && value === null ? none : value
