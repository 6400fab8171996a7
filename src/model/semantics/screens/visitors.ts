import type { ScreenDefinition } from '../../../generated/definitions.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type FormDefinition = NonNullable<ScreenDefinition['form']>

/** The page of a visitor's link: public, of a register that visitors reach. */
export function checkVisit(
  checker: Checker,
  { public: isPublic }: ScreenDefinition,
  visit: NonNullable<ScreenDefinition['visit']>,
): void {
  if (!isPublic)
    checker.add(['visit'], 'visitors-page', 'Visitors reach public pages alone: "public" is missing.', { part: 'key' })
  checkVisited(checker, ['visit', 'register'], visit.register)
  checker.message(['visit', 'failure'], visit.failure)
}

/** A form of visitors knows its store by the address, and sends to the register that it names. */
export function checkVisitorsForm(checker: Checker, form: FormDefinition, isPublic: boolean): void {
  const { visitors } = form
  if (visitors === undefined) return
  const path = ['form', 'visitors']
  if (!isPublic) checker.add(path, 'visitors-page', 'Visitors reach public pages alone: "public" is missing.', { part: 'key' })
  const register = checkVisited(checker, path, visitors)
  if (register?.visitors?.fields.length === 0)
    checker.add(path, 'visitors-page', `Visitors make no records of "${visitors}": it names no "fields" for them.`)
  checker.oneOf(path, 'visitors-page', 'parameter of the form', 'loja', Object.keys(form.parameters ?? {}))
  checker.oneOf(path, 'visitors-page', 'field of the form', 'site', Object.keys(form.properties))
}

function checkVisited(checker: Checker, path: JsonPath, name: string): Register | undefined {
  const register = checker.register(path, name)
  if (register && !register.visitors) checker.add(path, 'visitors-page', `Visitors do not reach "${name}": it has no "visitors".`)
  return register
}
