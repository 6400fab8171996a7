import { isRecord, membersOf, recordsIn } from '../base/record.ts'
import { asValue } from '../kinds/asValue.ts'
import type { Value, ValueProblem } from '../kinds/kind.ts'
import { valueProblem as standard } from '../kinds/valueProblem.ts'
import { kindByName as kindOf } from '../kinds/values.ts'
import { type ComputeOrder, computeOrderOf } from './computed/computeOrder.ts'
import { computeRecord } from './computed/computeRecord.ts'
import { conditionHolds, type EvaluationContext, evaluate, namesUsedBy } from './expression.ts'
import { targetOf } from './field.ts'
import type { ChildList, Field, Model, Register } from './model.ts'
import type { Problem } from './problem.ts'
import { childListNamed, fieldOf } from './register.ts'
import { clearsFields, standsAlone } from './standsAlone.ts'
import { farTooLong } from './validation/farTooLong.ts'
import { inZone } from './validation/inZone.ts'
import { isEmpty } from './validation/isEmpty.ts'
import { repeatedChildRows } from './validation/repeatedChildRows.ts'
import { type RestingRecord, rests } from './validation/rests.ts'

type Values = Record<string, unknown>

/** In which state a record is checked, and for whom. */
export interface CheckContext {
  readonly isNew: boolean
  /** Fields that are absent stay as they are: only what is there is checked. */
  readonly partial?: boolean
  /** The stored record that a partial one changes: expressions see both together. */
  readonly current?: Readonly<Values> | undefined
  /** The record as it was, which expressions see as `before`; the stored one that a partial one changes where it is left out. */
  readonly before?: Readonly<Values> | undefined
  readonly user?: EvaluationContext['user']
  readonly store?: EvaluationContext['store']
  readonly zone?: string | undefined
  readonly now?: string | undefined
  readonly parent?: Readonly<Values> | undefined
  /** Rows are checked until so many problems are found; absent: all. */
  readonly mostProblems?: number | undefined
  /** The input's values of fields that the server keeps are the server's own: expressions see them. */
  readonly trusted?: boolean | undefined
  /** Kept computed fields stand as the input has them, for judging a record as it was saved. */
  readonly keptStand?: boolean | undefined
  /** The record as it was judged when it was stored; it is not judged again. */
  readonly resting?: RestingRecord | undefined
  /** The fields to compute; absent: all. */
  readonly order?: ComputeOrder | undefined
  /** Child rows known from an earlier check of the same page: a row that is the same object is not checked again. */
  readonly memory?: WeakMap<object, CheckedRecord> | undefined
}

export interface CheckedRecord {
  /** The record in its stored form, without what is kept by the server. */
  readonly record: Values
  readonly problems: Problem[]
  /** The same with all that expressions see: what is computed and not kept, and what the server keeps. */
  readonly seen: Values
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
    return { record: {}, seen: {}, problems: [{ path: '', code: 'register-unknown', params: { register: registerName } }] }
  const check = new RecordCheck(model, register, record, context)
  check.accept()
  check.compute()
  return check.judged()
}

/** A row of a list on its way: being checked, checked before, going, or no row at all. */
type RowCheck =
  | { readonly check: RecordCheck; readonly row: object }
  | { readonly known: CheckedRecord }
  | { readonly gone: Values }

/** Three steps: every value is accepted, that of rows too; then what is computed is, rows first where they are asked; then all is judged. */
class RecordCheck {
  private readonly problems: Problem[] = []
  /** Problems that rows have by themselves: with enough of them a new record is refused, and the other rows need not be read. */
  private ofRows = 0
  private readonly accepted: Values = {}
  /** Beside what is accepted: what the server keeps, what records are referred to, what is computed and not kept. */
  private readonly aside: Values = {}
  private readonly lists = new Map<ChildList, readonly RowCheck[]>()
  private readonly model: Model
  private readonly register: Register
  private readonly input: Readonly<Values>
  private readonly context: CheckContext
  private readonly partial: boolean
  private parent: Readonly<Values> | undefined

  constructor(model: Model, register: Register, input: Readonly<Values>, context: CheckContext) {
    this.model = model
    this.register = register
    this.input = input
    this.context = context
    this.parent = context.parent
    this.partial = context.partial === true
  }

  accept(): void {
    this.acceptFields()
    this.findUnknown()
    for (const list of this.register.lists) this.acceptRows(list)
  }

  /** Everything that is computed, of the record and of its rows. A partial record without its base has too little for that. */
  compute(): void {
    this.clearHidden()
    this.computeAll()
    if (this.clearHidden()) this.computeAll()
  }

  /** Empties what is hidden, where the definition says so; what is computed may hide a field, too. */
  private clearHidden(): boolean {
    if (
      !clearsFields(this.model, this.register) ||
      this.context.keptStand ||
      (this.partial && this.context.current === undefined)
    )
      return false
    const moment = this.makeMoment()
    let cleared = false
    for (const field of this.register.fields) {
      if (!field.clearWhenHidden || isEmpty(moment.record[field.name]) || this.keptByServer(field)) continue
      if (conditionHolds(this.model, this.register.name, field.visibleWhen, moment)) continue
      this.accepted[field.name] = null
      cleared = true
    }
    const parent = moment.record
    for (const row of [...this.lists.values()].flat()) if ('check' in row && row.check.clearedUnder(parent)) cleared = true
    return cleared
  }

  private clearedUnder(parent: Readonly<Values>): boolean {
    this.parent = parent
    return this.clearHidden()
  }

  private computeAll(): void {
    const order = this.context.order ?? computeOrderOf(this.model, this.register)
    if (order.steps.length === 0 || (this.partial && this.context.current === undefined)) return
    const lists = [...this.lists].map(([list, rows]) => [list.name, rows.flatMap(standing)] as const)
    const settled = new Set(lists.flatMap(([, rows]) => rows.flatMap(row => ('known' in row ? [row.known.seen] : []))))
    const rows = Object.fromEntries(lists.map(([name, own]) => [name, own.map(seenOf)]))
    const { isNew, user, store, zone, now } = this.context
    const computed = computeRecord({ record: this.values(), rows: { ...this.restingLists(), ...rows } }, isNew, {
      order,
      settled,
      keptStand: this.context.keptStand ?? false,
      answer: (register, expression, place) =>
        evaluate(this.model, register.name, expression, { user, store, zone, now, parent: this.parent, ...place }),
    })
    this.keepComputed(computed.record)
    for (const [name, own] of lists)
      own.forEach((row, i) => {
        if ('check' in row) row.check.keepComputed(computed.rows[name]?.[i] ?? {})
      })
  }

  /** Keeps computed values where the field has a column, and holds them to its limits like other values. */
  private keepComputed(values: Readonly<Values>): void {
    for (const field of this.register.fields) {
      if (field.compute === undefined) continue
      const value = isEmpty(values[field.name]) ? null : (asValue(values[field.name]) ?? null)
      const problem = value === null || !field.stored ? undefined : kindOf(field.kind).check(value, field)
      if (problem) this.report(field.name, problem, field)
      if (field.stored && !problem) this.accepted[field.name] = value
      else this.aside[field.name] = value
    }
  }

  judged(): CheckedRecord {
    this.settled = this.makeMoment()
    this.demandRequired()
    for (const list of this.register.lists) this.checkList(list)
    this.checkRules()
    return { record: this.accepted, problems: this.problems, seen: this.moment().record }
  }

  /** The record's own values, as expressions see them, a row's record too: what was accepted over what is stored. */
  values(): Values {
    return { ...this.context.current, ...this.aside, ...this.accepted }
  }

  /** Lists as they are stored, of which nothing was sent. */
  private restingLists(): Record<string, Values[]> {
    return Object.fromEntries(
      this.register.lists.flatMap(({ name }) => {
        const rows = this.input[name] === undefined ? this.context.current?.[name] : undefined
        return Array.isArray(rows) ? [[name, recordsIn(rows)]] : []
      }),
    )
  }

  /** The variables of expressions while the record is judged: nothing changes it any more. */
  private settled: EvaluationContext | undefined

  private moment(): EvaluationContext {
    return this.settled ?? this.makeMoment()
  }

  /** Returns the variables of expressions: the record with its rows, all computed. */
  private makeMoment(): EvaluationContext {
    const record = this.values()
    for (const [list, rows] of this.lists) record[list.name] = rows.flatMap(standing).map(seenOf)
    const { isNew, user, store, zone, now, current, before = isNew ? {} : current } = this.context
    return { record, isNew, before, user, store, zone, now, parent: this.parent }
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
      if (field.reference && isRecord(this.input[field.reference.as]))
        this.aside[field.reference.as] = this.input[field.reference.as]
      if (raw === undefined) continue
      if (this.keptByServer(field)) {
        if (this.context.trusted && (field.compute === undefined || this.context.keptStand)) this.aside[field.name] = raw
        continue
      }
      const value = rests(field.name, raw, this.context.resting) ? raw : this.acceptValue(field, raw)
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
    const far = farTooLong(raw, options)
    const result = far ? ({ ok: false, error: far } as const) : kind.accept(raw, options)
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
      if (this.register.fields.some(field => targetOf(field)?.as === name)) continue
      if (name === 'deletar' && this.context.parent !== undefined) continue
      if (this.problems.length > (this.context.mostProblems ?? Number.POSITIVE_INFINITY)) return
      this.report(name, { code: 'field-unknown', params: { field: name } })
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

  /** A hidden field cannot be filled in, so it is not demanded. */
  private isRequired(field: Field, moment: EvaluationContext): boolean {
    const { name } = this.register
    const wanted =
      field.required || (field.requiredWhen !== undefined && conditionHolds(this.model, name, field.requiredWhen, moment))
    return wanted && conditionHolds(this.model, name, field.visibleWhen, moment)
  }

  private acceptRows(list: ChildList): void {
    const rows = this.input[list.name]
    if (rows === undefined) return
    if (rows !== null && !Array.isArray(rows)) {
      this.report(list.name, { code: 'list-invalid', params: { field: list.title } })
      return
    }
    const memory = this.context.memory && standsAlone(this.model, list.register) ? this.context.memory : undefined
    const taken: RowCheck[] = []
    this.lists.set(list, taken)
    for (const [i, row] of (rows ?? []).entries()) {
      const one = this.acceptRow(list, row, i, memory)
      taken.push(one)
      if ('check' in one) this.ofRows += one.check.problems.length
      if (this.context.isNew && this.ofRows > (this.context.mostProblems ?? Number.POSITIVE_INFINITY)) break
    }
  }

  private acceptRow(list: ChildList, row: unknown, index: number, memory: CheckContext['memory']): RowCheck {
    const child = this.model.registers[list.register]
    if (!isRecord(row) || !child) {
      this.report(`${list.name}.${index}`, { code: 'list-invalid', params: { field: list.title } })
      return { gone: {} }
    }
    const { [list.by]: _parent, ...values } = row
    if (isRemoved(row)) return { gone: { ...(values.id === undefined ? {} : { id: values.id }), deletar: true } }
    const known = memory?.get(row)
    if (known) return { known }
    const { user, store, zone, now, trusted, keptStand } = this.context
    // Rows travel whole, so a saved row is checked whole as well; a row that goes may say so.
    const context = { isNew: isEmpty(values.id), user, store, zone, now, trusted, keptStand, parent: {} }
    const check = new RecordCheck(this.model, child, values, context)
    check.accept()
    return { check, row }
  }

  private checkList(list: ChildList): void {
    const rows = this.lists.get(list)
    if (!rows && (this.input[list.name] !== undefined || !this.context.isNew)) return
    const kept = rows?.filter(row => !('gone' in row) || row.gone.deletar !== true).length ?? 0
    const visible = conditionHolds(this.model, this.register.name, list.visibleWhen, this.moment())
    if (list.min !== undefined && kept < list.min && visible)
      this.report(list.name, { code: 'list-too-short', params: { field: list.title, min: list.min } })
    if (list.max !== undefined && kept > list.max)
      this.report(list.name, { code: 'list-too-long', params: { field: list.title, max: list.max } })
    if (!rows) return
    const parent = this.moment().record
    const most = this.context.mostProblems ?? Number.POSITIVE_INFINITY
    const checked: Values[] = []
    for (const [i, row] of rows.entries()) {
      if (this.problems.length > most) break
      checked.push(this.judgeRow(list, row, i, parent))
    }
    this.accepted[list.name] = checked
    for (const { index, field, message } of repeatedChildRows(
      this.model.registers[list.register]?.unique ?? [],
      list.by,
      checked,
    ))
      this.report(`${list.name}.${index}.${field}`, { code: message })
  }

  private judgeRow(list: ChildList, row: RowCheck, index: number, parent: Readonly<Values>): Values {
    if ('gone' in row) return row.gone
    const result = 'known' in row ? row.known : row.check.judgedUnder(parent)
    if ('row' in row && this.context.memory && standsAlone(this.model, list.register)) this.context.memory.set(row.row, result)
    for (const problem of result.problems) {
      // The save fills in the parent's key and the order.
      if (problem.path !== list.by && problem.path !== list.order)
        this.problems.push({ ...problem, path: `${list.name}.${index}.${problem.path}` })
    }
    return result.record
  }

  private judgedUnder(parent: Readonly<Values>): CheckedRecord {
    this.parent = parent
    return this.judged()
  }

  /** Rules whose fields, told and read ones, are sound; in a partial record without its base only those that it holds entirely. */
  private checkRules(): void {
    const moment = this.moment()
    for (const rule of this.register.rules) {
      const uses = namesUsedBy(this.model, this.register.name, rule.rule).filter(name => fieldOf(this.register, name))
      // A problem of one of its fields is told there: a second text of the same would be of a value that is none.
      if ([...rule.fields, ...uses].some(name => this.failed(name))) continue
      if (this.partial && this.context.current === undefined && !uses.every(name => name in this.input)) continue
      if (evaluate(this.model, this.register.name, rule.rule, moment) !== false) continue
      for (const name of rule.fields) this.report(name, { code: rule.message }, fieldOf(this.register, name))
    }
  }
}

/** A row that stays. */
const standing = (row: RowCheck): Exclude<RowCheck, { readonly gone: Values }>[] => ('gone' in row ? [] : [row])

const seenOf = (row: Exclude<RowCheck, { readonly gone: Values }>): Values =>
  'known' in row ? row.known.seen : row.check.values()

const isRemoved = (row: unknown): boolean => membersOf(row).deletar === true
