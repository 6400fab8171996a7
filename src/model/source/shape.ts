import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { completedNames, ownNames } from './completedNames.ts'
import { commonSchema, definitionSchemas } from './definitionSchemas.ts'
import type { DefinitionKind } from './definitions.ts'
import { nearestWord } from './nearest.ts'
import type { ProblemCollector, ProblemDetail } from './problemCollector.ts'
import type { JsonPath, Source } from './source.ts'

/** In place of the lists of names, which are for editors: what is a name here is asked by its meaning. */
const names = {
  $id: 'names.json',
  $defs: Object.fromEntries([...completedNames, ...ownNames].map(name => [name, { type: 'string' }])),
}

/** Compiled once, when the first file is checked: it takes half a second. */
let compiled:
  | { validate(kind: DefinitionKind): ValidateFunction; branch(schema: object): ValidateFunction | undefined }
  | undefined

function compile(): NonNullable<typeof compiled> {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
  })
  // How layers merge, and who may say a word: src/model/layers reads it.
  ajv.addVocabulary(['x-merge', 'x-layer'])
  const pointers = new Map<object, string>()
  for (const schema of [names, commonSchema, ...Object.values(definitionSchemas)]) {
    ajv.addSchema(schema)
    rememberPointers(schema, `${schema.$id}#`, pointers)
  }
  return {
    validate: kind => ajv.getSchema(definitionSchemas[kind].$id) ?? fails(`no meta-schema ${kind}`),
    branch: schema => ajv.getSchema(pointers.get(schema) ?? ''),
  }
}

function fails(reason: string): never {
  throw new Error(reason)
}

/** Addresses of all sub-schemas, so that one branch of an `anyOf` can be validated by itself. */
function rememberPointers(schema: unknown, pointer: string, pointers: Map<object, string>): void {
  if (schema === null || typeof schema !== 'object') return
  pointers.set(schema, pointer)
  for (const [key, part] of Object.entries(schema))
    rememberPointers(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, pointers)
}

const found = new WeakSet<Source>()

/** First pass: whether the file has the shape that its meta-schema asks for. */
export function checkShape(source: Source, kind: DefinitionKind, report: ProblemCollector): boolean {
  if (source.sound || found.has(source)) return true
  const errors = shapeErrors(source.value, kind)
  if (errors.length === 0) found.add(source)
  for (const error of errors) addError(source, error, report)
  return errors.length === 0
}

/** Returns the errors of a value against the shape that its meta-schema asks for. */
export function shapeErrors(value: unknown, kind: DefinitionKind): ShapeError[] {
  compiled ??= compile()
  const validate = compiled.validate(kind)
  if (validate(value)) return []
  const errors = simplify(validate.errors ?? [], [])
  return errors.filter(each => !errors.some(other => isMistyped(other, each)))
}

/** Tells whether a keyword is lacking because the other error's is it, mistyped. */
function isMistyped({ path, error }: ShapeError, lacking: ShapeError): boolean {
  if (error.keyword !== 'additionalProperties' || lacking.error.keyword !== 'required') return false
  if (path.join('/') !== lacking.path.join('/')) return false
  const { word, candidates } = unknownKeyword(error, String(error.params.additionalProperty)).detail ?? {}
  return nearestWord(word ?? '', candidates ?? []) === lacking.error.params.missingProperty
}

/** An error with the whole path to the value it is about. */
export interface ShapeError {
  readonly path: JsonPath
  readonly error: ErrorObject
}

/**
 * Errors of an `anyOf` come from every branch. Those of the branch that the value most resembles are kept:
 * of the right JSON type and sharing the most members.
 */
function simplify(errors: readonly ErrorObject[], base: JsonPath): ShapeError[] {
  const unions = errors.filter(error => error.keyword === 'anyOf')
  const outer = unions.filter(error => !unions.some(other => other !== error && inside(error.instancePath, other.instancePath)))
  const plain = errors.filter(
    error =>
      !outer.some(
        union => error === union || error.instancePath === union.instancePath || inside(error.instancePath, union.instancePath),
      ),
  )
  const chosen = outer.flatMap((union): ShapeError[] => {
    const path = [...base, ...pathOf(union.instancePath)]
    const branch = resembling(union.schema as object[], union.data)
    const validate = branch && compiled?.branch(branch)
    if (!validate) return [{ path, error: union }]
    validate(union.data)
    return simplify([...(validate.errors ?? [])], path)
  })
  return [...plain.map(error => ({ path: [...base, ...pathOf(error.instancePath)], error })), ...chosen]
}

const inside = (path: string, of: string): boolean => path.startsWith(`${of}/`)

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function resembling(branches: readonly object[], data: unknown): object | undefined {
  const rated = branches.map(branch => ({ branch, score: resemblance(branch, data) })).filter(each => each.score >= 0)
  return rated.sort((a, b) => b.score - a.score)[0]?.branch
}

interface Branch {
  type?: string
  $ref?: string
  properties?: Record<string, unknown>
  required?: string[]
}

/** -1: another JSON type; else how many members the value shares, a required one counting more. */
function resemblance(branch: Branch, data: unknown): number {
  const target = branch.$ref?.startsWith('#/$defs/') ? definitionOf(branch.$ref) : branch
  if (target.type !== undefined && target.type !== typeOf(data)) return -1
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return 0
  return Object.keys(data).reduce(
    (sum, key) => sum + (target.required?.includes(key) ? 3 : Object.hasOwn(target.properties ?? {}, key) ? 1 : 0),
    0,
  )
}

function definitionOf(ref: string): Branch {
  const name = ref.slice('#/$defs/'.length)
  const all: Readonly<Record<string, object>> = {
    ...commonSchema.$defs,
    ...definitionSchemas['register-ui'].$defs,
    ...definitionSchemas.report.$defs,
    ...definitionSchemas['report-ui'].$defs,
  }
  return all[name] ?? {}
}

const typeOf = (data: unknown): string => (data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data)

function addError(source: Source, { path, error }: ShapeError, report: ProblemCollector): void {
  const fault = faultOf(error)
  if (fault) report.add(source, [...path, ...(fault.below ?? [])], fault.code, fault.message, fault.detail)
}

interface ShapeFault {
  readonly code: string
  readonly message: string
  /** Member of the value that is meant, when it is not the value itself. */
  readonly below?: JsonPath
  readonly detail?: ProblemDetail
}

/** An error of ajv as a code and a sentence. */
function faultOf(error: ErrorObject): ShapeFault | undefined {
  const params: Readonly<Record<string, unknown>> = error.params
  const value = quoted(error.data)
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKeyword(error, String(params.additionalProperty))
    case 'required':
      return { code: 'keyword-missing', message: `The keyword "${String(params.missingProperty)}" is missing.` }
    case 'enum':
      return unknownWord(error.data, params.allowedValues as unknown[])
    case 'const':
      if (typeof params.allowedValue === 'boolean')
        return { code: 'type', message: `${value} must be ${params.allowedValue}, or the keyword left out.` }
      return unknownWord(error.data, [params.allowedValue])
    case 'type':
      return { code: 'type', message: `${value} must be ${[params.type].flat().map(typeWord).join(' or ')}.` }
    case 'anyOf': {
      const types = (error.schema as Branch[]).map(branch =>
        typeWord((branch.$ref ? definitionOf(branch.$ref) : branch).type ?? 'object'),
      )
      return { code: 'type', message: `${value} must be ${[...new Set(types)].join(' or ')}.` }
    }
    case 'propertyNames': {
      const name = String(params.propertyName)
      return { code: 'name-invalid', message: `"${name}" is not a valid name here.`, below: [name], detail: { part: 'key' } }
    }
    case 'pattern':
      // The pattern of a member's name is told by `propertyNames`.
      return error.propertyName === undefined
        ? { code: 'name-invalid', message: `${value} does not match ${String(params.pattern)}.` }
        : undefined
    default:
      return { code: 'limit', message: `${value} ${error.message ?? 'is not valid'}.` }
  }
}

/** Keywords of JSON Schema that people know, and what is written here in their place. */
const elsewhere: Readonly<Record<string, string>> = {
  enum: 'oneOf',
  const: 'oneOf',
  anyOf: 'oneOf',
  multipleOf: 'decimals',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
  label: 'title',
  help: 'description',
  $ref: 'reference',
}

/** Words of definitions that are written otherwise by now. */
const formerWords: Readonly<Record<string, string>> = {
  moves:
    'It is "ways" now: { "list": [{ "id": "enviar", "title": "Enviar", "from": ["A"], "to": "B" }] }, one option under "to" and a way for each.',
}

/** An unknown keyword; what is required and missing is the likeliest meaning. */
function unknownKeyword(error: ErrorObject, word: string): ShapeFault {
  const { properties = {}, required = [] } = error.parentSchema as Branch
  const missing = required.filter(key => !Object.hasOwn(error.data as object, key))
  const candidates = [...missing, ...Object.keys(properties)]
  const former = Object.hasOwn(properties, 'ways') ? formerWords[word] : undefined
  if (former !== undefined)
    return {
      code: 'keyword-former',
      message: `The keyword "${word}" is not written any more. ${former}`,
      below: [word],
      detail: { part: 'key' },
    }
  const instead = Object.hasOwn(properties, elsewhere[word] ?? '') ? ` It is "${elsewhere[word]}" here.` : ''
  return {
    code: 'keyword-unknown',
    message: `The keyword "${word}" is not known here.${instead}`,
    below: [word],
    detail: { part: 'key', word, candidates },
  }
}

function unknownWord(data: unknown, allowed: readonly unknown[]): ShapeFault {
  const message = `${quoted(data)} is ${allowed.length === 1 ? 'not' : 'none of'} ${allowed.map(quoted).join(', ')}.`
  return { code: 'word-unknown', message, detail: { word: String(data), candidates: allowed.map(String) } }
}

const typeWord = (type: unknown): string => {
  const words: Record<string, string> = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }
  return words[String(type)] ?? String(type)
}

/** A value as a sentence holds it: short. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
