import { type OptionalUndefined, withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { RegisterDefinition } from '../../generated/definitions.ts'

type Gates = OptionalUndefined<Record<'see' | 'create' | 'change' | 'remove', string | undefined>>

/** The gate of every act: `all` fills what is left out, `change` stands in for create and remove when there is no `all`. */
export function buildAccess(register: RegisterDefinition['register']): Gates {
  const { all, see, create, change, remove } = register.access ?? {}
  if (register.readOnly) return withoutUndefined({ see: see ?? all, create: undefined, change: undefined, remove: undefined })
  return withoutUndefined({
    see: see ?? all,
    create: create ?? all ?? change,
    change: change ?? all,
    remove: remove ?? all ?? change,
  })
}
