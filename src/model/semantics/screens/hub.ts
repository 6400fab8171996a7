import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { scopeOfRegister } from '../../expression.ts'
import { registerOfScreen } from '../../screen.ts'
import { boolType, type Checker } from '../checker.ts'

/** Cards lead to screens that there are; their states are those of the screen's record. */
export function checkHub(checker: Checker, hub: NonNullable<ScreenDefinition['hub']>): void {
  const { model } = checker
  hub.groups.forEach(({ cards }, i) => {
    cards.forEach(({ screen, states = [] }, j) => {
      const path = ['hub', 'groups', i, 'cards', j]
      if (!checker.oneOf([...path, 'screen'], 'screen-unknown', 'screen', screen, Object.keys(model.screens))) return
      const register = model.registers[registerOfScreen(model.screens[screen]) ?? '']
      if (!register) return
      states.forEach(({ when, since }, k) => {
        checker.expression([...path, 'states', k, 'when'], when, scopeOfRegister(model, register.name), boolType)
        checker.field([...path, 'states', k, 'since'], register, since)
      })
    })
  })
}
