import type {
  KindsDefinition,
  MenuDefinition,
  MessagesDefinition,
  PermissionsDefinition,
  RoleDefinition,
} from '../../generated/definitions.ts'
import { messageParameters } from '../../generated/messageParameters.ts'
import { holdsYesOrNo, isKindName, kindByName } from '../../kinds/values.ts'
import { resolvePath } from '../build/sharedProperties.ts'
import { scopeOfRegister } from '../expression.ts'
import { placesIn } from '../formatMessage.ts'
import type { Register } from '../model.ts'
import type { Definition, Definitions } from '../source/definitions.ts'
import type { JsonPath } from '../source/source.ts'
import { boolType, type Checker } from './checker.ts'
import { checkAddress } from './registerUi.ts'

/** The menu: groups, what its items open, store features. */
export function checkMenu(checker: Checker, menu: MenuDefinition): void {
  const { names, model } = checker
  const store = Object.values(model.registers).find(register => register.scope === 'self')
  menu.features?.forEach((name, i) => {
    if (store && checker.field(['features', i], store, name) && !holdsYesOrNo(store.fields.find(field => field.name === name))) {
      checker.add(['features', i], 'boolean-needed', `The field ${name} of ${store.name} is not boolean.`)
    }
  })
  const targets = new Set([...names.registers, ...names.pages])
  checker.twice(
    ['groups'],
    menu.groups.map(group => group.id),
    'menu group',
    i => [i, 'id'],
  )
  menu.hidden?.forEach((name, i) => {
    checker.oneOf(['hidden', i], 'page-unknown', 'register, screen, import or report', name, targets)
  })
  menu.groups.forEach((group, i) => {
    checker.gate(['groups', i, 'gate'], group.gate)
    group.items?.forEach((item, j) => {
      const path = ['groups', i, 'items', j]
      if (typeof item === 'string') {
        checker.oneOf(path, 'page-unknown', 'register, screen, import or report', item, targets)
        return
      }
      checker.oneOf([...path, 'opens'], 'page-unknown', 'register, screen, import or report', item.opens, targets)
      checkAddress(checker, [...path, 'address'], item.address)
      checker.page([...path, 'address'], item.address)
      checker.gate([...path, 'gate'], item.gate)
      if (item.opens === undefined && item.address === undefined)
        checker.add(path, 'item-empty', 'A menu item needs "opens" or "address".')
    })
  })
}

/** Messages: each code once in all files, plurals that tell their number. */
export function checkMessages(checker: Checker, file: Definition<MessagesDefinition>, definitions: Definitions): void {
  for (const [code, message] of Object.entries(file.value.messages)) {
    if (checkPassed(checker, ['messages', code], code, message)) checkPlural(checker, ['messages', code], message)
    const other = definitions.messages.find(each => each !== file && Object.hasOwn(each.value.messages, code))
    // The file that comes first keeps the code.
    if (other && other.source.path < file.source.path) {
      checker.add(['messages', code], 'name-twice', `The message "${code}" stands in ${other.source.path} already.`, {
        part: 'key',
      })
    }
  }
}

const parametersOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(found => found[1] ?? '')

/** Tells whether the code that says a text passes all that it names; texts that only definitions say are judged with their places. */
function checkPassed(checker: Checker, path: JsonPath, code: string, message: MessagesDefinition['messages'][string]): boolean {
  if (!Object.hasOwn(messageParameters, code)) return true
  const passed = new Set(messageParameters[code])
  const strange = placesIn(message).filter(({ name }) => !passed.has(name))
  for (const { at, offset, name } of strange) {
    const words = `Nothing passes "${name}" to this text. (After a change of the code: npm run generate.)`
    checker.add([...path, ...at], 'parameter-unknown', words, { offset, word: name, candidates: passed })
  }
  return strange.length === 0
}

/** A plural is chosen by a parameter of its text; its forms know the same ones, and none tells a wrong number. */
function checkPlural(checker: Checker, path: JsonPath, { text, count }: MessagesDefinition['messages'][string]): void {
  if (typeof text === 'string') {
    if (count !== undefined)
      checker.add([...path, 'count'], 'count-unexpected', 'Only a text with plural forms is chosen by a number.', { part: 'key' })
    return
  }
  const known = parametersOf(text.other)
  if (!known.includes(count ?? 'count'))
    checker.oneOf([...path, count === undefined ? 'text' : 'count'], 'parameter-unknown', 'parameter', count ?? 'count', known)
  for (const [form, said] of Object.entries(text))
    for (const name of parametersOf(said)) checker.oneOf([...path, 'text', form], 'parameter-unknown', 'parameter', name, known)
  if (text.one !== undefined && text.zero === undefined && !parametersOf(text.one).includes(count ?? 'count'))
    checker.add(
      [...path, 'text', 'one'],
      'plural-zero',
      'Portuguese says "one" of 0, too: it needs the number, or "zero" a text.',
    )
}

const reserved = new Set(['admin', 'owner', 'logged', 'store'])

/** Permission flags: names a gate can use; conditions over the record in which they stand. */
export function checkPermissions(checker: Checker, file: Definition<PermissionsDefinition>, definitions: Definitions): void {
  const users = [...definitions.registers.values()].filter(register =>
    register.value.allOf?.some(({ $ref }) => resolvePath(register.source.path, $ref) === file.source.path),
  )
  for (const [name, flag] of Object.entries(file.value.properties)) {
    const path = ['properties', name]
    if (reserved.has(name) || !/^[A-Za-z_]\w*$/.test(name))
      checker.add(path, 'name-invalid', `"${name}" cannot name a flag.`, { part: 'key' })
    for (const { name: register } of users) {
      checkPlaced(checker, path, name, checker.model.registers[register])
      if (checker.model.registers[register])
        checker.expression([...path, 'visibleWhen'], flag.visibleWhen, scopeOfRegister(checker.model, register), boolType)
    }
  }
}

/** A role gives flags that there are, each once. */
export function checkStaffRole(checker: Checker, { flags }: RoleDefinition): void {
  flags.forEach((flag, i) => {
    checker.oneOf(['flags', i], 'flag-unknown', 'permission flag', flag, checker.names.flags)
  })
  checker.twice(['flags'], flags, 'flag', i => [i])
}

/** A flag that the form of its people does not show can be given to nobody. */
function checkPlaced(checker: Checker, path: JsonPath, name: string, register: Register | undefined): void {
  const items = register?.views.form.parts.flatMap(({ rows }) => rows.flat())
  if (!items || items.some(item => 'field' in item && item.field === name)) return
  const message = `Nobody can be given "${name}": the form of ${register?.name} shows it nowhere. Its word "flags" shows all.`
  checker.add(path, 'flag-unplaced', message, { part: 'key' })
}

/** Refinements: names of their own, patterns that are valid, messages that exist. */
export function checkKinds(checker: Checker, kinds: KindsDefinition): void {
  for (const [name, refinement] of Object.entries(kinds.refinements)) {
    const path = ['refinements', name]
    if (isKindName(name)) checker.add(path, 'name-taken', `"${name}" is a kind already.`, { part: 'key' })
    checker.pattern([...path, 'pattern'], refinement.pattern)
    checker.message([...path, 'message'], refinement.message)
    if (refinement.choices && kindByName(refinement.kind).chosenFrom !== 'options')
      checker.add([...path, 'choices'], 'choices-unexpected', 'Only a choice has options.', { part: 'key' })
  }
}
