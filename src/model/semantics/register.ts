import type { Property, RegisterDefinition, Rule, Unique } from '../../generated/definitions.ts'
import { holdsYesOrNo, kindByName as kindOf } from '../../kinds/values.ts'
import { resolvePath } from '../build/sharedProperties.ts'
import { scopeOfRegister } from '../expression.ts'
import { outlinesOf } from '../incremental/watchedModel.ts'
import type { Field, Register } from '../model.ts'
import { isSystemField } from '../register.ts'
import type { Definitions, RegisterSource } from '../source/definitions.ts'
import type { JsonPath } from '../source/source.ts'
import { checkArchive } from './archive.ts'
import { boolType, type Checker, fieldNamesOf } from './checker.ts'
import { checkComputeCircles } from './computeCircles.ts'
import { checkWritten } from './expression/writtenValue.ts'
import { checkRequiredPlaced } from './form/formPlaces.ts'
import { checkTypedFields } from './form/typedFields.ts'
import { checkFieldNames, checkTableNames } from './nameRules.ts'
import { checkNoOverlap } from './noOverlap.ts'
import { checkAbout, checkPerson } from './people/personal.ts'
import { checkProperty } from './property.ts'
import { checkRowParents } from './rowParents.ts'

/** A register's schema file. `register` is what was made of it. */
export function checkRegister(checker: Checker, source: RegisterSource, register: Register, definitions: Definitions): void {
  const { value } = source
  checkShared(checker, source, definitions)
  checkTableNames(checker, source, register)
  checkRecordParts(checker, [], value, register)
  for (const [name, property] of Object.entries(value.properties)) {
    const child = property.items && checker.model.registers[`${register.name}.${name}`]
    if (property.items && child) checkRecordParts(checker, ['properties', name, 'items'], property.items, child)
  }
  checkComputeCircles(checker, source, register)
  checkRowParents(checker, source, register)
  checkRequiredPlaced(checker, value, register)
  checkTypedFields(checker, value, register, scopeOfRegister(checker.model, register.name))
  checkHead(checker, source, register)
  checkMade(checker, value, register)
  checkFrom(checker, source)
  checkFormerNames(checker, value.properties)
}

/** Makers of records give fields, or rows of lists. */
function checkMade(checker: Checker, { register: { made = [] } }: RegisterDefinition, register: Register): void {
  const known = new Set([...fieldNamesOf(register), ...register.lists.map(list => list.name)])
  made.forEach(({ fields }, i) => {
    fields.forEach((name, j) => {
      checker.oneOf(['register', 'made', i, 'fields', j], 'field-unknown', `field of ${register.name}`, name, known)
    })
  })
}

interface RecordParts {
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly unique?: readonly Unique[]
  readonly rules?: readonly Rule[]
}

/** Properties and what is required of them; for a child list's rows their rules and uniqueness too. */
function checkRecordParts(checker: Checker, path: JsonPath, parts: RecordParts, register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  for (const [name, property] of Object.entries(parts.properties)) {
    checkProperty(checker, [...path, 'properties', name], name, property, { owner: register, scope })
  }
  checkFieldNames(checker, path, parts.properties, register)
  const known = new Set([...fieldNamesOf(register), ...register.lists.map(list => list.name)])
  parts.required?.forEach((name, i) => {
    checker.oneOf([...path, 'required', i], 'field-unknown', `field of ${register.name}`, name, known)
    if (register.lists.some(list => list.name === name))
      checker.add([...path, 'required', i], 'required-list', `A list is there without rows, too: say "minItems": 1 in "${name}".`)
  })
  checker.twice([...path, 'required'], parts.required ?? [], 'field', i => [i])
  if (path.length > 0) checkConstraints(checker, path, parts, register)
}

function checkConstraints(
  checker: Checker,
  path: JsonPath,
  parts: Pick<RecordParts, 'unique' | 'rules'>,
  register: Register,
): void {
  parts.unique?.forEach((unique, i) => {
    const at = [...path, 'unique', i]
    const [where, fields] = Array.isArray(unique) ? [at, unique] : [[...at, 'fields'], unique.fields]
    checker.fields(where, register, fields)
    for (const [j, name] of fields.entries()) checker.kept([...where, j], register, name)
    if (!Array.isArray(unique)) {
      checker.message([...at, 'message'], unique.message)
      for (const [name, wanted] of Object.entries(unique.where ?? {}))
        checkUniqueValue(checker, [...at, 'where', name], register, name, wanted)
    }
  })
  parts.rules?.forEach((rule, i) => {
    const at = [...path, 'rules', i]
    checker.expression([...at, 'rule'], rule.rule, scopeOfRegister(checker.model, register.name), boolType, 'references')
    checker.message([...at, 'message'], rule.message)
    rule.fields.forEach((name, j) => {
      const known = new Set([...fieldNamesOf(register), ...register.lists.map(list => list.name)])
      checker.oneOf([...at, 'fields', j], 'field-unknown', `field of ${register.name}`, name, known)
    })
  })
}

/** A value that a unique set asks for: of a field that is kept, as the field takes it. */
function checkUniqueValue(checker: Checker, path: JsonPath, register: Register, name: string, wanted: unknown): void {
  const field = register.fields.find(each => each.name === name)
  if (!checker.field(path, register, name, 'key') || !field) return
  for (const value of Array.isArray(wanted) ? wanted : [wanted])
    if (!field.stored || !kindOf(field.kind).accept(value, field).ok)
      checker.add(path, 'value-invalid', `The field ${name} does not take ${JSON.stringify(value)}.`)
}

/** The member `register`: what makes the schema a register. */
function checkHead(checker: Checker, source: RegisterSource, register: Register): void {
  const own = source.value.register
  const path = ['register']
  checker.field([...path, 'label'], register, own.label)
  checkLabel(checker, [...path, 'label'], own, register)
  checker.field([...path, 'code'], register, own.code)
  checkConstraints(checker, path, own, register)
  checkNoOverlap(checker, own.noOverlap, register)
  checkVisitors(checker, own.visitors, register)
  checker.fields([...path, 'search'], register, own.search)
  for (const [i, name] of (own.search ?? []).entries()) checkSearched(checker, [...path, 'search', i], name, register)
  own.numbers?.forEach((one, i) => {
    if (typeof one === 'string') checker.field([...path, 'numbers', i], register, one)
    else checker.field([...path, 'numbers', i, 'field'], register, one.field)
  })
  own.indexes?.forEach((names, i) => {
    checker.fields([...path, 'indexes', i], register, names)
    for (const [j, name] of names.entries()) checker.kept([...path, 'indexes', i, j], register, name)
  })
  checker.order([...path, 'order'], register, own.order)
  for (const [i, each] of (own.order ?? []).entries()) checker.kept([...path, 'order', i], register, each.split(' ')[0] ?? '')
  checker.oneOf([...path, 'menu'], 'menu-unknown', 'menu group', own.menu, checker.names.menuGroups)
  for (const [act, gate] of Object.entries(own.access ?? {})) checker.gate([...path, 'access', act], gate)
  for (const [act, alternatives] of Object.entries(own.rows ?? {}))
    alternatives.forEach((one, i) => {
      const at = [...path, 'rows', act, i]
      checker.gate([...at, 'gate'], one.gate)
      for (const name of Object.keys(one.where ?? {})) checker.field([...at, 'where', name], register, name)
      checkReferredBy(checker, [...at, 'referredBy'], one.referredBy, register)
    })
  if (own.across && !own.readOnly)
    checker.add([...path, 'across'], 'across-written', 'Records of all stores at once can only be read: readOnly is missing.')
  if (own.discuss && register.scope !== 'store')
    checker.add(
      [...path, 'discuss'],
      'discuss-scope',
      `Records of ${register.name} belong to no store: nobody would be asked there.`,
    )
  if (own.setByStores === false && register.scope !== 'store')
    checker.add(
      [...path, 'setByStores'],
      'set-by-stores-scope',
      `Records of ${register.name} belong to no store: stores set nothing of them anyway.`,
    )
  checkArchive(checker, own, register)
  checkLetterhead(checker, register)
  checkPerson(checker, own, register)
  checkAbout(checker, own, register)
  checkAssignments(checker, own.assign, register)
  checker.expression([...path, 'locked', 'when'], own.locked?.when, scopeOfRegister(checker.model, register.name), boolType)
  checker.message([...path, 'locked', 'message'], own.locked?.message)
  for (const [event, code] of Object.entries(own.texts ?? {})) checker.message([...path, 'texts', event], code)
  if (own.was !== undefined && checker.names.registers.has(own.was)) {
    checker.add([...path, 'was'], 'was-exists', `The register "${own.was}" still exists, so this one cannot take its table.`)
  }
  checkSeed(checker, source, register)
  checkNewStore(checker, source, register)
  checkOther(checker, source)
}

/** The search reads what people type of a record: words, numbers and options. */
function checkSearched(checker: Checker, path: JsonPath, name: string, register: Register): void {
  checker.kept(path, register, name)
  const field = register.fields.find(each => each.name === name)
  if (field && (holdsYesOrNo(field) || kindOf(field.kind).time !== undefined))
    checker.add(path, 'search-kind', `Values of the kind ${field.kind} are not searched: "${name}" finds nothing.`)
}

/** Rows of a store's register that refer to this one: what they refer to is somebody's by the store. */
function checkReferredBy(
  checker: Checker,
  path: JsonPath,
  referredBy: { readonly register: string; readonly field: string } | undefined,
  { name }: Register,
): void {
  const other = referredBy && checker.register([...path, 'register'], referredBy.register)
  if (!other) return
  if (other.scope !== 'store')
    checker.add(
      [...path, 'register'],
      'referrer-scope',
      `The rows of "${other.name}" belong to no store, so they say nothing of whose a record is.`,
    )
  const referring = other.fields.filter(field => field.stored && field.reference?.to === name).map(field => field.name)
  checker.oneOf(
    [...path, 'field'],
    'field-unknown',
    `reference of ${other.name} to ${name}`,
    referredBy.field,
    new Set(referring),
  )
}

const couldName = ({ kind, secret, readOnly, stored }: Field): boolean => {
  const { chosenFrom, jsonTypes, time } = kindOf(kind)
  return stored && !secret && !readOnly && chosenFrom === undefined && time === undefined && jsonTypes.includes('string')
}

/** Checks the label: the name of a record is read beside its key wherever others point to it, so it is a value of its own, no key of another record. */
function checkLabel(checker: Checker, path: JsonPath, { label, menu }: RegisterDefinition['register'], register: Register): void {
  const field = register.fields.find(each => each.name === label)
  if (holdsYesOrNo(field)) checker.add(path, 'label-kind', `"${label}" is yes or no, which names no record.`)
  if (label === undefined || kindOf(field?.kind ?? 'text').chosenFrom !== 'records') return
  // A record that only links two others is nowhere called by its name.
  const isNamed = outlinesOf(checker.model).some(({ name, to }) => name !== register.name && to.includes(register.name))
  if (!isNamed && menu === undefined) return
  const named = register.fields.filter(each => !isSystemField(each.name) && couldName(each)).map(each => each.name)
  if (named.length === 0) return
  checker.add(
    path,
    'label-reference',
    `"${label}" points to another record, so it names this one by a number. Fields that could: ${named.slice(0, 6).join(', ')}.`,
  )
}

/** Checks the assignments of every save: known fields, expressions over the record. */
function checkAssignments(checker: Checker, assign: RegisterDefinition['register']['assign'], register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  assign?.forEach(({ when, becomes, set }, i) => {
    const path = ['register', 'assign', i]
    checker.expression([...path, 'when'], when, scope, boolType, 'references')
    checker.expression([...path, 'becomes'], becomes, scope, boolType, 'references')
    for (const [name, expression] of Object.entries(set)) {
      if (checker.field([...path, 'set', name], register, name, 'key'))
        checkWritten(checker, [...path, 'set', name], name, expression, { register, scope, reaches: 'references' })
    }
  })
}

/** Rows that a register starts with: only one without stores has a moment at which it starts. */
function checkSeed(checker: Checker, source: RegisterSource, register: Register): void {
  const { seed, scope } = source.value.register
  if (seed && scope !== 'global')
    checker.add(['register', 'seed'], 'seed-store', 'Only a global register has rows to start with.')
  checkRows(checker, 'seed', seed, register)
}

/** Rows that each new store starts with. */
function checkNewStore(checker: Checker, source: RegisterSource, register: Register): void {
  const { newStore, scope, from } = source.value.register
  if (newStore && (scope !== 'store' || from))
    checker.add(['register', 'newStore'], 'seed-global', 'Only a register of stores has rows with which a store begins.')
  checkRows(checker, 'newStore', newStore, register)
}

type SeedRows = RegisterDefinition['register']['seed']

function checkRows(checker: Checker, word: 'seed' | 'newStore', rows: SeedRows, register: Register): void {
  rows?.forEach((row, i) => {
    checkValues(checker, ['register', word, i], row, register)
  })
}

/** Values of fields of a register, as a definition says them. */
function checkValues(checker: Checker, path: JsonPath, values: object, register: Register): void {
  for (const [name, value] of Object.entries(values)) {
    const at = [...path, name]
    const field = register.fields.find(each => each.name === name)
    if (!checker.field(at, register, name, 'key') || !field || value === null) continue
    if (!kindOf(field.kind).accept(value, field).ok)
      checker.add(at, 'value-invalid', `The field ${name} does not take ${JSON.stringify(value)}.`)
  }
}

/** Names that no other register may have in another spelling; only one register may be the store itself. */
function checkOther(checker: Checker, source: RegisterSource): void {
  const twin = [...checker.names.registers].find(name => name !== source.name && name.toLowerCase() === source.name.toLowerCase())
  if (twin !== undefined)
    checker.add([], 'name-twice', `The register "${twin}" has the same name in other letters, and addresses ignore letter case.`)
  if (source.value.register.scope !== 'self') return
  const stores = outlinesOf(checker.model).filter(each => each.scope === 'self' && each.from === undefined)
  const first = stores[0]
  if (first && first.name !== source.name && !source.value.register.from) {
    checker.add(['register', 'scope'], 'scope-twice', `The register "${first.name}" is the store already.`)
  }
}

/** A register made of another's rows. */
function checkFrom(checker: Checker, source: RegisterSource): void {
  const { from } = source.value.register
  if (!from) return
  const path = ['register', 'from']
  const base = checker.register([...path, 'register'], from.register)
  if (!base) return
  if (base.from)
    checker.add([...path, 'register'], 'from-chain', `"${base.name}" is itself made of "${base.from.register}": name that one.`)
  if (base.scope !== source.value.register.scope) {
    checker.add(
      ['register', 'scope'],
      'scope-mismatch',
      `The rows are those of "${base.name}", whose scope is "${base.scope}".`,
      { word: source.value.register.scope, candidates: [base.scope] },
    )
  }
  checkValues(checker, [...path, 'where'], from.where ?? {}, base)
  const known = new Set([...fieldNamesOf(base), ...base.lists.map(list => list.name)])
  from.fields?.forEach((name, i) => {
    checker.oneOf([...path, 'fields', i], 'field-unknown', `field of ${base.name}`, name, known)
  })
  for (const [name, property] of Object.entries(source.value.properties)) {
    if (known.has(name) || property.stored === false) continue
    checker.add(['properties', name], 'field-unknown', `"${base.name}" has no field "${name}" to keep this one's value.`, {
      part: 'key',
      word: name,
      candidates: known,
    })
  }
}

/** Files that `allOf` names. */
function checkShared(checker: Checker, source: RegisterSource, definitions: Definitions): void {
  source.value.allOf?.forEach(({ $ref }, i) => {
    const path = resolvePath(source.source.path, $ref)
    const known = definitions.permissions.map(each => each.source.path)
    if (known.includes(path)) return
    const depth = source.source.path.split('/').length - 1
    checker.unknown(
      ['allOf', i, '$ref'],
      'file-unknown',
      'file',
      $ref,
      known.map(each => '../'.repeat(depth) + each),
    )
  })
}

/** A former name must be free. */
function checkFormerNames(checker: Checker, properties: Readonly<Record<string, Property>>): void {
  for (const [name, property] of Object.entries(properties)) {
    if (property.was === undefined || !Object.hasOwn(properties, property.was)) continue
    checker.add(
      ['properties', name, 'was'],
      'was-exists',
      `The field "${property.was}" still exists, so this one cannot take its column.`,
    )
  }
}

import { checkLetterhead } from './screens/paperDocument.ts'
import { checkVisitors } from './visitors.ts'
