import type { Environment } from '@marcbachmann/cel-js'
import { dayOf } from '../../base/dates.ts'
import { unwatched } from '../incremental/watchedModel.ts'
import type { Field, Model, Register } from '../model.ts'
import { productModelOf } from '../own/productModel.ts'
import { fieldOf } from '../register.ts'
import { isScalarType, jsonToCel, toCel } from './convert.ts'
import { baseEnvironment } from './environment.ts'
import type { ReadTypes } from './reads.ts'
import { fieldMembers, type RowMember, type RowMembers, RowTypes, rowType } from './row.ts'
import { userTypes } from './user.ts'

/** Everything an expression may see when it is evaluated. */
export interface EvaluationContext {
  readonly record: Readonly<Record<string, unknown>>
  readonly isNew?: boolean
  /** The record as it was before it is changed; where nothing changes it, the record itself. A new one was empty. */
  readonly before?: Readonly<Record<string, unknown>> | undefined
  /** The record that holds the child row. */
  readonly parent?: Readonly<Record<string, unknown>> | undefined
  readonly user?: Readonly<Record<string, unknown>> | undefined
  readonly store?: Readonly<Record<string, unknown>> | undefined
  /** IANA zone of the store. */
  readonly zone?: string | undefined
  /** ISO 8601 in UTC; the clock's when left out. */
  readonly now?: string | undefined
  /** Names of the place: `value` and `reply` of a lookup, `selection` of a bulk action, `asked` of one that asks. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

/** Names that exist in some places only. */
export type ExtraName = 'value' | 'reply' | 'selection' | 'asked'

/** Names with their types, and the CEL environment that knows them. */
export interface ExpressionScope extends ReadTypes {
  readonly environment: Environment
  readonly names: ReadonlySet<string>
  /** Names of members of the records that the names above hold: what may follow a point. */
  members(): ReadonlySet<string>
  /** Options and relation to time of a name, or of a member of a row of that type. */
  valuesOf(name: string, row?: string): Pick<RowMember, 'choices' | 'time'> | undefined
  /** Values of the names that an expression uses. */
  values(uses: readonly string[], moment: EvaluationContext): Record<string, unknown>
}

/** CEL keeps these names for its types; a field of that name is known to CEL by another. */
const taken = new Set([
  'type',
  'string',
  'int',
  'uint',
  'double',
  'bool',
  'bytes',
  'map',
  'list',
  'null_type',
  'cel',
  'optional',
  'dyn',
])

/** The name under which CEL knows a field. */
export const celName = (name: string): string => (taken.has(name) ? `${name}_` : name)

type Reader = (moment: EvaluationContext) => unknown

/** The types that all scopes of one Model share: row types and CEL with them. */
export class ModelTypes {
  readonly rows: RowTypes
  private readonly environment: Environment
  private readonly model: Model
  private readonly scopes = new Map<string, ExpressionScope>()
  private readonly lists = new WeakMap<readonly Field[], ExpressionScope>()

  constructor(model: Model) {
    this.model = model
    this.rows = new RowTypes(model)
    this.environment = baseEnvironment()
    for (const [name, Row] of this.rows.classes) {
      this.environment.registerType(rowType(name), { ctor: Row, fields: this.rows.typesOf(name) })
    }
    this.environment.registerType('user', { fields: userTypes })
    this.environment.registerType('site', { fields: Object.fromEntries(this.addresses().map(([name]) => [name, 'string'])) })
  }

  /** Scope of a register's record. */
  ofRegister(register: Register, extras: readonly ExtraName[], valueType?: string): ExpressionScope {
    const key = [register.name, ...extras, valueType ?? ''].join(' ')
    let scope = this.scopes.get(key)
    if (scope === undefined) {
      scope = this.make(
        this.rows.membersOf(register),
        extras,
        this.parentOf(register),
        valueType,
        {},
        register.parent ? undefined : register,
      )
      this.scopes.set(key, scope)
    }
    return scope
  }

  /** Scope of fields that are no register's: a screen's form, an import's columns. */
  ofFields(fields: readonly Field[], extras: readonly ExtraName[] = [], valueType?: string): ExpressionScope {
    let scope = this.lists.get(fields)
    if (scope === undefined) {
      scope = this.make(fieldMembers(fields), extras, undefined, valueType)
      this.lists.set(fields, scope)
    }
    return scope
  }

  /** Scope of a register's record, or of the columns of a report's row, beside whole records of registers by their names. */
  beside(own: Register | readonly Field[], records: Readonly<Record<string, string>>): ExpressionScope {
    const members = 'fields' in own ? this.rows.membersOf(own) : fieldMembers(own)
    return this.make(members, [], undefined, undefined, records)
  }

  /** The register whose list holds this one's rows. */
  private parentOf(register: Register): Register | undefined {
    const own = register.parent && this.model.registers[register.parent.register]
    return (
      own ??
      Object.values(this.model.registers).find(each =>
        each.lists.some(list => list.register === register.name && fieldOf(register, list.by)),
      )
    )
  }

  private make(
    members: RowMembers,
    extras: readonly ExtraName[],
    parent: Register | undefined,
    valueType: string | undefined,
    beside: Readonly<Record<string, string>> = {},
    own?: Register,
  ): ExpressionScope {
    const environment = this.environment.clone()
    const readers = new Map<string, Reader>()
    const types = new Map<string, string>()
    const declare = (name: string, type: string, read: Reader): void => {
      if (readers.has(name)) return
      environment.registerVariable(celName(name), type)
      readers.set(name, read)
      types.set(name, type)
    }
    for (const [name, each] of Object.entries<RowMember>(members)) declareSafely(name, each, declare)
    for (const [name, register] of Object.entries(beside))
      declare(name, rowType(register), moment => this.rows.row(register, moment.more?.[name]))
    if (own)
      declare('before', rowType(own.name), moment =>
        this.rows.row(own.name, moment.before ?? (moment.isNew ? {} : moment.record)),
      )
    declare('isNew', 'bool', moment => moment.isNew === true)
    if (parent) declare('parent', rowType(parent.name), moment => this.rows.row(parent.name, moment.parent))
    declare(
      'user',
      'user',
      moment => new Map(Object.entries(userTypes).map(([name, type]) => [name, toCel(moment.user?.[name], type)])),
    )
    declare('site', 'site', () => new Map(this.addresses()))
    this.declareStore(declare)
    declare('now', 'string', moment => moment.now ?? new Date().toISOString())
    declare('today', 'string', moment => dayOf(moment.now ?? new Date().toISOString(), moment.zone))
    for (const name of extras) {
      declare(name, name === 'value' ? (valueType ?? 'dyn') : 'dyn', moment => readExtra(moment, name, valueType))
    }
    return {
      environment,
      names: new Set(readers.keys()),
      members: () => this.membersOf([...types.values()]),
      typeOf: name => types.get(name),
      valuesOf: (name, row) => (row === undefined ? members[name] : this.rows.memberOf(row, name)),
      memberType: (row, member) => this.rows.typeOf(row, member),
      values: (uses, moment) => Object.fromEntries(uses.flatMap(name => readName(readers, name, moment))),
    }
  }

  private addresses(): [string, string][] {
    return Object.entries(this.model.addresses)
  }

  private membersOf(types: readonly string[]): Set<string> {
    const rows = types.flatMap(type => /row\.([^>]+)/.exec(type)?.[1] ?? [])
    return new Set([
      ...rows.flatMap(row => Object.keys(this.rows.typesOf(row))),
      ...Object.keys(userTypes),
      ...Object.keys(this.model.addresses),
    ])
  }

  private declareStore(declare: (name: string, type: string, read: Reader) => void): void {
    const own = Object.values(this.model.registers).find(register => register.scope === 'self' && register.parent === undefined)
    if (own) declare('store', rowType(own.name), moment => this.rows.row(own.name, moment.store))
    else declare('store', 'dyn', moment => jsonToCel(moment.store ?? {}))
  }
}

/** A field whose name CEL cannot take (`in`, `for`) is left out of expressions. */
function declareSafely(name: string, each: RowMember, declare: (name: string, type: string, read: Reader) => void): void {
  if (/^[A-Za-z_]\w*$/.test(name)) declare(name, each.type, moment => each.read(moment.record))
}

const readExtra = (moment: EvaluationContext, name: ExtraName, type: string | undefined): unknown => {
  const value = moment.more?.[name]
  if (name === 'value' && isScalarType(type)) return toCel(value, type)
  return jsonToCel(value)
}

function readName(readers: ReadonlyMap<string, Reader>, name: string, moment: EvaluationContext): [string, unknown][] {
  const read = readers.get(name)
  return read ? [[celName(name), read(moment)]] : []
}

const byModel = new WeakMap<Model, ModelTypes>()

/** Row types of a Model, made once: also for all that stores call otherwise in it. */
export function modelTypesOf(seen: Model): ModelTypes {
  const model = unwatched(productModelOf(seen))
  let types = byModel.get(model)
  if (types === undefined) {
    types = new ModelTypes(model)
    byModel.set(model, types)
  }
  return types
}
