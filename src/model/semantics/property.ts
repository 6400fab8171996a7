import type { Lookup, Property } from '../../generated/definitions.ts'
import type { LimitWord, ValueOptions } from '../../kinds/kind.ts'
import { isKindName, kindNames, kindByName as kindOf } from '../../kinds/values.ts'
import { isChildListProperty, kindOfProperty } from '../build/kind.ts'
import { type ExpressionScope, scopeOfFieldValue, scopeOfRegister, scopeOfValue } from '../expression.ts'
import { targetOf } from '../field.ts'
import type { Field, Register } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import { checkDeedWords } from './action/deedWords.ts'
import { anyType, boolType, type Checker, type ExpectedTypes, fieldNamesOf } from './checker.ts'
import { checkClaims } from './claims.ts'
import { checkGiven } from './expression/writtenValue.ts'
import { checkFollows } from './fields/follows.ts'
import { checkManyReferences } from './fields/manyReferences.ts'
import { checkReferenceWhere } from './fields/narrowings.ts'
import { checkNumbering } from './fields/numbering.ts'
import { checkRollup } from './fields/rollup.ts'
import { checkSetByStores } from './fields/setByStores.ts'
import { checkWays } from './form/ways.ts'
import { checkName } from './nameRules.ts'
import { checkPersonal } from './people/personal.ts'
import { checkSight } from './sight.ts'
import { checkWhere } from './where.ts'

/** Where a property stands: its register (or the fields of a screen) and the names its expressions see. */
export interface PropertyContext {
  readonly owner: Pick<Register, 'name' | 'fields' | 'lists'>
  readonly scope: ExpressionScope
  /** The scope of calls for options, where that is another: the record that an action asks about. */
  readonly options?: ExpressionScope
}

/** Names of checks whose message a field may replace. */
const checks = [
  'required',
  'number',
  'integer',
  'decimals',
  'minimum',
  'maximum',
  'tooShort',
  'tooLong',
  'pattern',
  'choice',
  'invalid',
]

/** One field or child list of a record. */
export function checkProperty(checker: Checker, path: JsonPath, name: string, property: Property, place: PropertyContext): void {
  checkName(checker, path, name, isChildListProperty(property) ? 'list' : 'field')
  checker.expression([...path, 'fill'], property.fill, place.scope, anyType)
  checker.expression([...path, 'visibleWhen'], property.visibleWhen, place.scope, boolType, 'references')
  if (isChildListProperty(property)) {
    checkList(checker, path, property)
    if (property.see !== undefined)
      checker.add([...path, 'see'], 'see-place', 'Fields are hidden one by one; a list is seen with its record.', { part: 'key' })
    checker.expression([...path, 'readOnlyWhen'], property.readOnlyWhen, place.scope, boolType)
    return
  }
  const field = place.owner.fields.find(each => each.name === name)
  if (!checkKind(checker, path, property) || field === undefined) return
  checkLimits(checker, path, property, field)
  checkWays(checker, [...path, 'ways'], property, field, place)
  checkReference(checker, path, name, property, place)
  checkExpressions(checker, path, property, field, place)
  checkClaims(checker, [...path, 'claims'], property, field, place)
  checkNumbering(checker, [...path, 'numbering'], property, field, place)
  checkRollup(checker, [...path, 'rollup'], property, field, place)
  checkFollows(checker, [...path, 'follows'], property, field, place)
  checkPersonal(checker, path, property, field, place)
  checkSetByStores(checker, path, property, field, place)
  checkSight(checker, path, property, field, place.owner)
  checker.call([...path, 'optionsFrom', 'call'], property.optionsFrom?.call, place.options ?? place.scope)
  checker.expression([...path, 'optionsFrom', 'when'], property.optionsFrom?.when, place.options ?? place.scope, boolType)
  checker.message([...path, 'optionsFrom', 'failure'], property.optionsFrom?.failure)
  for (const [check, code] of Object.entries(property.messages ?? {})) {
    checker.oneOf([...path, 'messages', check], 'check-unknown', 'check', check, checks, 'key')
    checker.message([...path, 'messages', check], code)
  }
  checker.message([...path, 'reads', 'message'], property.reads?.message)
  if (property.reads?.version !== undefined) checker.field([...path, 'reads', 'version'], place.owner, property.reads.version)
  if (property.lookup) checkLookup(checker, [...path, 'lookup'], property.lookup, field, place)
  property.lookups?.forEach((lookup, i) => {
    checkLookup(checker, [...path, 'lookups', i], lookup, field, place)
  })
}

/** A value that is no register's field: a parameter, a figure. Its kind, its limits, where it points. */
export function checkValueDefinition(checker: Checker, path: JsonPath, property: Property, options: ValueOptions): boolean {
  if (!checkKind(checker, path, property)) return false
  checkLimits(checker, path, property, options)
  const target = property.reference && checker.register([...path, 'reference', 'to'], property.reference.to)
  if (options.references)
    checker.add(
      [...path, 'reference'],
      'references-place',
      'Several records are kept by a field of a register, and by nothing else.',
      {
        part: 'key',
      },
    )
  if (target) checkWhere(checker, [...path, 'reference', 'where'], target, property.reference?.where)
  return true
}

/** The kind: known, and of the JSON type that the property says. */
function checkKind(checker: Checker, path: JsonPath, property: Property): boolean {
  const it = kindOfProperty(property, checker.model.refinements)
  if (it === undefined) {
    const { format = '' } = property
    if (checker.names.refinements.has(format)) checker.leave()
    else checker.unknown([...path, 'format'], 'kind-unknown', 'kind', format, [...kindNames, ...checker.names.refinements])
    return false
  }
  const { kind } = it
  const { chosenFrom, jsonTypes } = kindOf(kind)
  if (property.type !== undefined && !jsonTypes.includes(property.type)) {
    checker.add(
      [...path, 'type'],
      'type-mismatch',
      `A value of the kind ${kind} travels as ${jsonTypes.join(' or ')}, not as ${property.type}.`,
      {
        word: property.type,
        candidates: jsonTypes,
      },
    )
  }
  const choices =
    property.oneOf ?? property.options ?? (it.refinement ? checker.model.refinements[it.refinement]?.choices : undefined)
  if (property.type === 'array' && property.format === undefined && !property.oneOf && !property.reference)
    checker.add(path, 'items-missing', 'A list needs its rows in "items", or their register in "list".', { part: 'key' })
  if (chosenFrom === 'options' && choices === undefined)
    checker.add(path, 'choices-missing', 'A choice needs its options in "oneOf".', { part: 'key' })
  if (chosenFrom !== 'options' && property.oneOf)
    checker.add([...path, 'oneOf'], 'choices-unexpected', `A value of the kind ${kind} has no options.`, { part: 'key' })
  if (chosenFrom !== 'options' && property.options)
    checker.add([...path, 'options'], 'choices-unexpected', `A value of the kind ${kind} has no options.`, { part: 'key' })
  if (chosenFrom === 'records' && !property.reference)
    checker.add(path, 'reference-missing', 'A reference needs "reference": { "to": "<register>" }.', { part: 'key' })
  if (chosenFrom !== 'records' && property.reference) {
    checker.add(
      [...path, 'format'],
      'type-mismatch',
      `A field with "reference" is of the kind reference or references, not ${kind}.`,
      {
        word: property.format ?? '',
        candidates: ['reference', 'references'],
      },
    )
  }
  return true
}

const limitWords: readonly LimitWord[] = [
  'decimals',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'accepts',
  'maxBytes',
]

/** Limits that fit the kind and one another, options of one type, a default that the field itself takes. */
function checkLimits(checker: Checker, path: JsonPath, property: Property, field: ValueOptions): void {
  const { limits } = kindOf(field.kind)
  for (const limit of limitWords) {
    if (limit in property && !limits.includes(limit)) {
      checker.add([...path, limit], 'limit-unexpected', `"${limit}" has no meaning for the kind ${field.kind}.`, { part: 'key' })
    }
  }
  const crossed = (low: number | undefined, high: number | undefined): boolean =>
    low !== undefined && high !== undefined && low > high
  if (crossed(property.minimum, property.maximum))
    checker.add([...path, 'minimum'], 'limits-crossed', '"minimum" is larger than "maximum".')
  if (crossed(property.minLength, property.maxLength))
    checker.add([...path, 'minLength'], 'limits-crossed', '"minLength" is larger than "maxLength".')
  if (crossed(property.minItems, property.maxItems))
    checker.add([...path, 'minItems'], 'limits-crossed', '"minItems" is larger than "maxItems".')
  checker.pattern([...path, 'pattern'], property.pattern)
  checkChoices(checker, path, property)
  // Nothing lies between limits that cross.
  if (property.default === undefined || property.default === null || crossed(property.minimum, property.maximum)) return
  const accepted = kindOf(field.kind).accept(property.default, field)
  const problem = accepted.ok ? kindOf(field.kind).check(accepted.value, field) : accepted.error
  if (problem) checker.add([...path, 'default'], 'default-invalid', `The field itself refuses its default (${problem.code}).`)
}

function checkChoices(checker: Checker, path: JsonPath, property: Property): void {
  const options = property.oneOf ?? []
  const open = property.type === undefined || property.type === 'array'
  const wanted = open ? typeof options[0]?.const : property.type === 'string' ? 'string' : 'number'
  options.forEach((option, i) => {
    const at = [...path, 'oneOf', i, 'const']
    if (typeof option.const !== wanted)
      checker.add(at, 'type-mismatch', `${JSON.stringify(option.const)} must be a ${wanted === 'string' ? 'text' : 'number'}.`)
    if (options.findIndex(each => each.const === option.const) < i)
      checker.add(at, 'name-twice', `The option ${JSON.stringify(option.const)} stands twice.`)
  })
}

function checkReference(checker: Checker, path: JsonPath, name: string, property: Property, place: PropertyContext): void {
  const { reference } = property
  if (!reference) return
  const target = checker.register([...path, 'reference', 'to'], reference.to)
  const own = place.owner.fields.find(field => field.name === name)
  const as = (own && targetOf(own)?.as) ?? ''
  const clash = fieldNamesOf(place.owner).has(as) || place.owner.lists.some(list => list.name === as)
  const same = place.owner.fields.find(field => field.name !== name && targetOf(field)?.as === as)
  if (clash || same) {
    const at = reference.as === undefined ? [...path, 'reference'] : [...path, 'reference', 'as']
    checker.add(at, 'name-taken', `The included record would be called "${as}", a name that is taken.`)
  }
  if (reference.onRemove === 'empty' && (own?.required || property.minItems))
    checker.add([...path, 'reference', 'onRemove'], 'empty-required', `The field ${name} is required, so nothing can empty it.`, {
      word: 'empty',
      candidates: ['refuse', 'keep'],
    })
  if (target === undefined) return
  if (own?.references) checkManyReferences(checker, path, property, place.owner, target)
  const wanted = own?.references ? 'array' : target.textKey ? 'string' : 'integer'
  if (property.type !== undefined && property.type !== wanted) {
    checker.add(
      [...path, 'type'],
      'type-mismatch',
      `${own?.references ? 'Several keys' : 'The key'} of ${target.name} travels as ${wanted}, not as ${property.type}.`,
      {
        word: property.type,
        candidates: [wanted],
      },
    )
  }
  checkReferenceWhere(checker, [...path, 'reference', 'where'], reference.where, { owner: place.owner, name, target })
  for (const [field, expression] of Object.entries(reference.newRecord ?? {})) {
    const at = [...path, 'reference', 'newRecord', field]
    const started = target.fields.find(each => each.name === field)
    if (checker.field(at, target, field, 'key') && started)
      checker.expression(at, expression, place.scope, celTypeOfField(started))
  }
}

/** The CEL type of a field's value. */
const celTypeOfField = (field: Field): ExpectedTypes => [kindOf(field.kind).expressionType(field)]

function checkExpressions(
  checker: Checker,
  path: JsonPath,
  property: Property,
  field: Field,
  { owner, scope }: PropertyContext,
): void {
  const own = celTypeOfField(field)
  checker.expression([...path, 'defaultWhen'], property.defaultWhen, scope, own, 'references')
  checkStoreDefault(checker, [...path, 'defaultWhen'], property.defaultWhen, field)
  for (const word of ['defaultWhen', 'compute'] as const) checkGiven(checker, [...path, word], property[word], scope, field)
  checker.expression([...path, 'compute'], property.compute, scope, own, property.stored === false ? 'record' : 'references')
  checker.expression([...path, 'readOnlyWhen'], property.readOnlyWhen, scope, boolType)
  if (property.derived && !(property.readOnly && field.stored))
    checker.add([...path, 'derived'], 'derived-typed', 'Only a field that the server keeps ("readOnly") is derived.', {
      part: 'key',
    })
  if (property.clearWhenHidden && (property.visibleWhen === undefined || property.readOnly || property.compute !== undefined))
    checker.add(
      [...path, 'clearWhenHidden'],
      'clear-without-condition',
      'Only a field that people fill in and that visibleWhen may hide is emptied so.',
    )
  checker.expression([...path, 'requiredWhen'], property.requiredWhen, scope, boolType, 'references')
  checker.expression([...path, 'warn', 'when'], property.warn?.when, scope, boolType, 'references')
  checker.message([...path, 'warn', 'message'], property.warn?.message)
  checker.message([...path, 'warn', 'ask'], property.warn?.ask)
  for (const [name, expression] of Object.entries(property.writes ?? {})) {
    const target = owner.fields.find(each => each.name === name)
    if (!checker.field([...path, 'writes', name], owner, name, 'key') || !target) continue
    checker.expression([...path, 'writes', name], expression, scope, celTypeOfField(target), 'references')
    checkGiven(checker, [...path, 'writes', name], expression, scope, target)
  }
}

/** The number of one register's record is none of another's, though both are numbers. */
function checkStoreDefault(checker: Checker, path: JsonPath, defaultWhen: string | undefined, field: Field): void {
  const [, name] = /^\s*store\.(\w+)\s*$/.exec(defaultWhen ?? '') ?? []
  if (name === undefined) return
  const store = Object.values(checker.model.registers).find(({ scope, from }) => scope === 'self' && !from)
  const source = store?.fields.find(each => each.name === name)
  if (!source || source.reference?.to === field.reference?.to) return
  const said = (one: Field): string => (one.reference ? `refers to ${one.reference.to}` : 'refers to no record')
  checker.add(path, 'default-reference', `"store.${name}" ${said(source)}, and "${field.name}" ${said(field)}.`)
}

function checkLookup(checker: Checker, path: JsonPath, lookup: Lookup, field: Field, { owner, scope }: PropertyContext): void {
  const { model } = checker
  const type = celTypeOfField(field)[0] ?? 'dyn'
  // Fields of a screen's form are no register's, whatever the screen is called.
  const inside =
    scope === scopeOfRegister(model, owner.name)
      ? (scopeOfValue(model, owner.name, type) ?? scope)
      : scopeOfFieldValue(model, owner.fields, type)
  checkDeedWords(checker, path, { button: lookup.button })
  if (lookup.offered && (lookup.button === undefined || lookup.fills?.[field.name] === undefined))
    checker.add([...path, 'offered'], 'offered-unfilled', 'A lookup that is offered has a "button" and fills its own field.', {
      part: 'key',
    })
  checker.address([...path, 'path'], lookup.path, inside)
  for (const [name, expression] of Object.entries(lookup.query ?? {}))
    checker.expression([...path, 'query', name], expression, inside, anyType)
  checker.expression([...path, 'when'], lookup.when, inside, boolType)
  checker.message([...path, 'success'], lookup.success)
  for (const name of Object.keys(lookup.fills ?? {})) checker.field([...path, 'fills', name], owner, name, 'key')
  if (Array.isArray(lookup.overwrite))
    lookup.overwrite.forEach((name, i) => {
      checker.oneOf(
        [...path, 'overwrite', i],
        'field-unknown',
        'field that is filled',
        name,
        new Set(Object.keys(lookup.fills ?? {})),
      )
    })
  checkAdds(checker, [...path, 'adds'], lookup.adds, owner)
  checker.message([...path, 'failure'], lookup.failure)
  checker.expression([...path, 'problem', 'when'], lookup.problem?.when, inside, boolType)
  checker.message([...path, 'problem', 'message'], lookup.problem?.message)
}

/** Lists of the record, and fields of their rows. */
function checkAdds(
  checker: Checker,
  path: JsonPath,
  adds: Lookup['adds'],
  { name: register, lists }: PropertyContext['owner'],
): void {
  for (const [name, fields] of Object.entries(adds ?? {})) {
    const list = lists.find(each => each.name === name)
    const rows = checker.model.registers[list?.register ?? '']
    const names = new Set(lists.map(each => each.name))
    checker.oneOf([...path, name], 'field-unknown', `list of ${register}`, name, names, 'key')
    if (rows) for (const field of Object.keys(fields)) checker.field([...path, name, field], rows, field, 'key')
  }
}

/** A child list whose rows live in a register of their own; inline ones are checked with their rows. */
function checkList(checker: Checker, path: JsonPath, property: Property): void {
  if (property.items && property.list)
    checker.add([...path, 'list'], 'list-twice', 'A list has either "items" or "list".', { part: 'key' })
  if (property.type !== undefined && property.type !== 'array') {
    checker.add([...path, 'type'], 'type-mismatch', `A list travels as array, not as ${property.type}.`, {
      word: property.type,
      candidates: ['array'],
    })
  }
  if (property.format !== undefined) checker.add([...path, 'format'], 'limit-unexpected', 'A list has no kind.', { part: 'key' })
  if (property.minItems !== undefined && property.maxItems !== undefined && property.minItems > property.maxItems) {
    checker.add([...path, 'minItems'], 'limits-crossed', '"minItems" is larger than "maxItems".')
  }
  const rows = property.list && checker.register([...path, 'list', 'register'], property.list.register)
  if (!rows) return
  checker.field([...path, 'list', 'by'], rows, property.list?.by)
  checker.field([...path, 'order'], rows, property.order)
}

/** Checks whether a format names a kind or refinement. */
export function checkFormat(checker: Checker, path: JsonPath, format: string | undefined): void {
  if (format === undefined || isKindName(format)) return
  checker.oneOf(path, 'kind-unknown', 'kind', format, new Set([...kindNames, ...checker.names.refinements]))
}
