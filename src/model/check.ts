import { isRecord, membersOf } from '../base/record.ts'
import type { Value, ValueOptions, ValueProblem } from '../kinds/kind.ts'
import { valueProblem as standard } from '../kinds/valueProblem.ts'
import { kindByName as kindOf } from '../kinds/values.ts'
import { computeField } from './compute.ts'
import { conditionHolds, type EvaluationContext, evaluate, namesUsedBy } from './expression.ts'
import type { ChildList, Field, Model, Register } from './model.ts'
import type { Problem } from './problem.ts'
import { childListNamed, fieldOf } from './register.ts'

type Values = Record<string, unknown>

/** In which state a record is checked, and for whom. */
export interface CheckContext {
  readonly isNew: boolean
  /** Fields that are absent stay as they are: only what is there is checked. */
  readonly partial?: boolean
  /** The stored record that a partial one changes: expressions see both together. */
  readonly current?: Readonly<Values> | undefined
  readonly user?: EvaluationContext['user']
  readonly store?: EvaluationContext['store']
  readonly zone?: string | undefined
  readonly now?: string | undefined
  readonly parent?: Readonly<Values> | undefined
  /** Rows are checked until so many problems are found; absent: all. */
  readonly mostProblems?: number | undefined
  /** What is known of child rows, as from an earlier check of the same page: a row that is the same object is not checked again. */
  readonly memory?: WeakMap<object, CheckedRecord> | undefined
}

export interface CheckedRecord {
  /** The record in its stored form, without what is kept by the server. */
  readonly record: Values
  readonly problems: Problem[]
}

/** Keys that a save needs although they are kept by the server. */
const keys = new Set(['id', 'lojaId', 'version'])

/**
 * Checks a record as people or programs send it: brings every value to its stored form and tells all that is wrong.
 * The same on both sides of the wire.
 */
export function checkRecord(model: Model, registerName: string, record: Readonly<Values>, context: CheckContext): CheckedRecord {
  const register = model.registers[registerName]
  if (register === undefined)
    return { record: {}, problems: [{ path: '', code: 'register-unknown', params: { register: registerName } }] }
  return new RecordCheck(model, register, record, context).run()
}

class RecordCheck {
  private readonly problems: Problem[] = []
  private readonly accepted: Values = {}
  private readonly model: Model
  private readonly register: Register
  private readonly input: Readonly<Values>
  private readonly context: CheckContext
  private readonly partial: boolean

  constructor(model: Model, register: Register, input: Readonly<Values>, context: CheckContext) {
    this.model = model
    this.register = register
    this.input = input
    this.context = context
    this.partial = context.partial === true
  }

  run(): CheckedRecord {
    this.acceptFields()
    this.findUnknown()
    this.computeFields()
    this.demandRequired()
    for (const list of this.register.lists) this.checkList(list)
    this.checkRules()
    return { record: this.accepted, problems: this.problems }
  }

  /** What expressions see: the stored record under the accepted values, child rows as they were sent. */
  private moment(): EvaluationContext {
    const lists = Object.fromEntries(
      this.register.lists.flatMap(list => (this.input[list.name] === undefined ? [] : [[list.name, this.input[list.name]]])),
    )
    const { isNew, user, store, zone, now, parent, current } = this.context
    return { record: { ...current, ...this.accepted, ...lists }, isNew, user, store, zone, now, parent }
  }

  private report(path: string, problem: ValueProblem, field?: Field): void {
    const params = { ...(field ? { field: field.title } : {}), ...problem.params }
    this.problems.push({ path, code: problem.code, ...(Object.keys(params).length > 0 ? { params } : {}) })
  }

  private failed(name: string): boolean {
    return this.problems.some(problem => problem.path === name || problem.path.startsWith(`${name}.`))
  }

  private acceptFields(): void {
    for (const field of this.register.fields) {
      const raw = this.input[field.name]
      if (raw === undefined || this.keptByServer(field)) continue
      const value = this.acceptValue(field, raw)
      if (value !== undefined) this.accepted[field.name] = value
    }
  }

  /** Fields that a body never sets, and those that this record's state locks. */
  private keptByServer(field: Field): boolean {
    if (keys.has(field.name)) return false
    if (field.readOnly || field.compute !== undefined) return true
    const { current, isNew } = this.context
    if (field.readOnlyWhen === undefined || current === undefined || isNew) return false
    return conditionHolds(this.model, this.register.name, field.readOnlyWhen, { ...this.moment(), record: current })
  }

  private acceptValue(field: Field, raw: unknown): Value | undefined {
    if (isEmpty(raw)) return null
    const options = this.context.zone === undefined ? field : inZone(field, this.context.zone)
    const kind = kindOf(field.kind)
    const result = kind.accept(raw, options)
    if (!result.ok) {
      this.report(field.name, result.error, field)
      return undefined
    }
    if (isEmpty(result.value)) return null
    // The key of a saved record is not held to the limits of a field that people fill in.
    const problem = field.readOnly ? undefined : kind.check(result.value, options)
    if (problem) this.report(field.name, problem, field)
    return problem ? undefined : result.value
  }

  /** Names that the register does not know. Included records come back with what was read and are passed over. */
  private findUnknown(): void {
    for (const name of Object.keys(this.input)) {
      if (fieldOf(this.register, name) || childListNamed(this.register, name)) continue
      if (this.register.fields.some(field => field.reference?.as === name)) continue
      if (name === 'deletar' && this.context.parent !== undefined) continue
      this.report(name, { code: 'field-unknown', params: { field: name } })
    }
  }

  /** Computed fields that have a column, from what is there. A partial record without its base has too little. */
  private computeFields(): void {
    if (this.partial && this.context.current === undefined) return
    for (const field of this.register.fields) {
      if (field.compute === undefined || !field.stored) continue
      const value = computeField(this.model, this.register.name, field, this.moment())
      if (value !== undefined) this.accepted[field.name] = isEmpty(value) ? null : value
    }
  }

  private demandRequired(): void {
    const moment = this.moment()
    for (const field of this.register.fields) {
      if (field.readOnly || field.compute !== undefined || this.failed(field.name) || field.name === this.register.parent?.by)
        continue
      if (field.name === 'id' && this.context.isNew === false) continue
      const unknown = this.partial && this.context.current === undefined && this.input[field.name] === undefined
      if (unknown || !isEmpty(moment.record[field.name])) continue
      if (this.isRequired(field, moment)) this.report(field.name, standard(field, 'required', 'required'), field)
    }
  }

  /** What is hidden cannot be filled in, so it is not demanded. */
  private isRequired(field: Field, moment: EvaluationContext): boolean {
    const { name } = this.register
    const wanted =
      field.required || (field.requiredWhen !== undefined && conditionHolds(this.model, name, field.requiredWhen, moment))
    return wanted && conditionHolds(this.model, name, field.visibleWhen, moment)
  }

  private checkList(list: ChildList): void {
    const rows = this.input[list.name]
    if (rows === undefined && !this.context.isNew) return
    if (rows !== undefined && rows !== null && !Array.isArray(rows)) {
      this.report(list.name, { code: 'list-invalid', params: { field: list.title } })
      return
    }
    const all: readonly unknown[] = rows ?? []
    const kept = all.filter(row => !isRemoved(row)).length
    const visible = conditionHolds(this.model, this.register.name, list.visibleWhen, this.moment())
    if (list.min !== undefined && kept < list.min && visible)
      this.report(list.name, { code: 'list-too-short', params: { field: list.title, min: list.min } })
    if (list.max !== undefined && kept > list.max)
      this.report(list.name, { code: 'list-too-long', params: { field: list.title, max: list.max } })
    if (rows === undefined) return
    const parent = this.moment().record
    const memory = this.context.memory && standsAlone(this.model, list.register) ? this.context.memory : undefined
    const most = this.context.mostProblems ?? Number.POSITIVE_INFINITY
    const checked: Values[] = []
    for (const [i, row] of all.entries()) {
      if (this.problems.length > most) break
      checked.push(this.checkRow(list, row, i, parent, memory))
    }
    this.accepted[list.name] = checked
    this.findDuplicates(list, checked)
  }

  private checkRow(
    list: ChildList,
    row: unknown,
    index: number,
    parent: Readonly<Values>,
    memory: WeakMap<object, CheckedRecord> | undefined,
  ): Values {
    if (!isRecord(row)) {
      this.report(`${list.name}.${index}`, { code: 'list-invalid', params: { field: list.title } })
      return {}
    }
    const { [list.by]: _parent, ...values } = row
    if (isRemoved(row)) return { ...(values.id === undefined ? {} : { id: values.id }), deletar: true }
    const { user, store, zone, now } = this.context
    const isNew = isEmpty(values.id)
    // Rows travel whole, so a saved row is checked whole as well.
    const result = memory?.get(row) ?? checkRecord(this.model, list.register, values, { isNew, user, store, zone, now, parent })
    memory?.set(row, result)
    for (const problem of result.problems) {
      // The save fills in the parent's key and the order.
      if (problem.path !== list.by && problem.path !== list.order)
        this.problems.push({ ...problem, path: `${list.name}.${index}.${problem.path}` })
    }
    return result.record
  }

  /** Rows of one parent that have the same values where these must differ. */
  private findDuplicates(list: ChildList, rows: readonly Values[]): void {
    for (const unique of this.model.registers[list.register]?.unique ?? []) {
      const seen = new Set<string>()
      rows.forEach((row, i) => {
        const values = unique.fields.filter(name => name !== list.by).map(name => row[name])
        if (row.deletar === true || values.some(isEmpty)) return
        const key = JSON.stringify(values.map(value => (typeof value === 'string' ? value.toLowerCase() : value)))
        if (seen.has(key))
          this.report(`${list.name}.${i}.${unique.fields.find(name => name !== list.by) ?? ''}`, { code: unique.message })
        seen.add(key)
      })
    }
  }

  /** Rules whose fields are sound; in a partial record without its base only those that it holds entirely. */
  private checkRules(): void {
    const moment = this.moment()
    for (const rule of this.register.rules) {
      if (rule.fields.some(name => this.failed(name))) continue
      if (this.partial && this.context.current === undefined) {
        const uses = namesUsedBy(this.model, this.register.name, rule.rule).filter(name => fieldOf(this.register, name))
        if (!uses.every(name => name in this.input)) continue
      }
      if (evaluate(this.model, this.register.name, rule.rule, moment) !== false) continue
      for (const name of rule.fields) this.report(name, { code: rule.message }, fieldOf(this.register, name))
    }
  }
}

const alone = new WeakMap<Register, boolean>()

/** Whether rows of a child register are right or wrong by themselves, whatever their parent holds and whenever they are checked. */
function standsAlone(model: Model, name: string): boolean {
  const register = model.registers[name]
  if (!register) return false
  const known = alone.get(register)
  if (known !== undefined) return known
  const expressions = [
    ...register.fields.flatMap(({ visibleWhen, requiredWhen, readOnlyWhen, compute }) => [
      visibleWhen,
      requiredWhen,
      readOnlyWhen,
      compute,
    ]),
    ...register.lists.map(list => list.visibleWhen),
    ...register.rules.map(({ rule }) => rule),
  ].filter(expression => expression !== undefined)
  const uses = expressions.flatMap(expression => namesUsedBy(model, name, expression))
  const found = register.lists.length === 0 && !uses.some(used => used === 'parent' || used === 'now' || used === 'today')
  alone.set(register, found)
  return found
}

const zoned = new WeakMap<Field, ValueOptions & { readonly zone: string }>()

/** The field's options with a time zone; stores that check records are mostly of one. */
function inZone(field: Field, zone: string): ValueOptions {
  const known = zoned.get(field)
  if (known?.zone === zone) return known
  const made = { ...field, zone }
  zoned.set(field, made)
  return made
}

/** Nothing, blank text, or no weekday: an empty field. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const isRemoved = (row: unknown): boolean => membersOf(row).deletar === true
