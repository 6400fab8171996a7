import type { RegisterDefinition } from '../../generated/definitions.ts'
import { type Defined, defined } from './defined.ts'

type Gates = Defined<Record<'see' | 'create' | 'change' | 'remove', string | undefined>>

/** The gate of every act: `all` fills what is left out, `change` stands in for create and remove when there is no `all`. */
export function accessOf(register: RegisterDefinition['register']): Gates {
  const { all, see, create, change, remove } = register.access ?? {}
  if (register.readOnly) return defined({ see: see ?? all, create: undefined, change: undefined, remove: undefined })
  return defined({
    see: see ?? all,
    create: create ?? all ?? change,
    change: change ?? all,
    remove: remove ?? all ?? change,
  })
}
