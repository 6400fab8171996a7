import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { scopeOfRegister } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** A text that is drawn as a QR code: the call that brings it, the kinds of what stands beside it, and where a missing one is put right. */
export function checkCode(checker: Checker, path: JsonPath, { id, code }: ActionDefinition, register: Register): void {
  if (!code) return
  const scope = scopeOfRegister(checker.model, register.name)
  checker.call([...path, 'load'], code.load, scope)
  checker.message([...path, 'note'], code.note)
  const made = register.views.actions.find(action => action.id === id)?.does
  for (const field of made && 'code' in made ? made.code.facts : []) {
    const property = code.facts?.[field.name]
    if (property) checkValueDefinition(checker, [...path, 'facts', field.name], property, field)
  }
  const { message, button, open } = code.empty
  const at = [...path, 'empty']
  checker.message([...at, 'message'], message)
  checker.address([...at, 'open'], open, scope)
  checker.page([...at, 'open'], open)
  if ((button === undefined) !== (open === undefined))
    checker.add(
      [...at, button === undefined ? 'open' : 'button'],
      'way-incomplete',
      'A way to a page has both "button" and "open".',
      {
        part: 'key',
      },
    )
}
