import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { scopeOfFields } from '../../expression.ts'
import type { LinksView } from '../../screen.ts'
import type { Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'

/** Switches over what can be linked: the register and its field, the call, and that they name members of its items. */
export function checkLinks(checker: Checker, links: NonNullable<ScreenDefinition['links']>, made: LinksView): void {
  const register = checker.register(['links', 'register'], links.register)
  if (register) checker.field(['links', 'field'], register, links.field)
  checker.call(['links', 'load'], links.load, scopeOfFields(checker.model, []))
  for (const code of ['empty', 'failure', 'saveFailure'] as const) checker.message(['links', code], links[code])
  for (const [name, property] of Object.entries(links.properties)) {
    const field = made.fields.find(each => each.name === name)
    if (field) checkValueDefinition(checker, ['links', 'properties', name], property, field)
  }
  const items = { name: 'what can be linked', fields: made.fields }
  checker.field(['links', 'title'], items, links.title)
}
