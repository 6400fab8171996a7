import type { Model } from '../model.ts'
import { fieldOf, registerOf } from '../register.ts'
import { readInitial } from './initialValue.ts'
import { takesInitial, takesTitle } from './settable.ts'
import type { StoreField } from './storeField.ts'

/** Why what a store set of a field does not hold: there is no such field to be set any more, or its initial value is none. */
export type SettingState = 'SEM_EFEITO' | 'INVALIDO'

/** Tells whether what a store set of a field holds: nothing where it does. `isGone`: a record to which the initial value refers is not there. */
export function settingState(
  model: Model,
  { registro, campo, titulo, inicial }: Pick<StoreField, 'registro' | 'campo' | 'titulo' | 'inicial'>,
  isGone: boolean,
): SettingState | undefined {
  const register = registerOf(model, registro)
  const field = register && fieldOf(register, campo)
  if (!register || !field) return 'SEM_EFEITO'
  if (inicial && takesInitial(register, field)) return isGone || !readInitial(field, inicial).ok ? 'INVALIDO' : undefined
  return titulo && takesTitle(register, field) ? undefined : 'SEM_EFEITO'
}
