import type { Model } from '../../model/model.ts'
import type { DataRow } from '../../server/domain.ts'

/** Returns the permissions that a role, or somebody's place in a store, gives: each flag with yes or no. */
export const flagsOf = ({ flags }: Model, record: DataRow): Record<string, boolean> =>
  Object.fromEntries(flags.map(({ name }) => [name, record[name] === true]))
