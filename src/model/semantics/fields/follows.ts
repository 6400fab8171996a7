import type { Property } from '../../../generated/definitions.ts'
import { isUploaded, kindByName } from '../../../kinds/values.ts'
import { readsOf } from '../../expression.ts'
import type { Field, Model, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Checks a field that keeps what stands at the end of references. */
export function checkFollows(
  checker: Checker,
  path: JsonPath,
  property: Property,
  field: Field,
  { owner }: { readonly owner: Pick<Register, 'name'> },
): void {
  const { follows } = property
  if (follows === undefined) return
  const own = checker.model.registers[owner.name]
  const why = unfit(property, field, own, checker.model)
  if (why || !own) {
    checker.add(path, 'follows-place', why ?? `"${field.name}" stands in no register.`, { part: 'key' })
    return
  }
  const steps = follows.split('.')
  let at = own
  for (const [i, relation] of steps.slice(0, -1).entries()) {
    const offset = steps.slice(0, i).join('.').length + (i > 0 ? 1 : 0)
    const by = at.fields.find(({ reference }) => reference?.as === relation)
    if (!by?.reference) {
      const candidates = at.fields.flatMap(({ reference }) => reference?.as ?? [])
      checker.add(path, 'relation-unknown', `There is no relation "${relation}" of ${at.name}.`, {
        offset,
        word: relation,
        candidates,
      })
      return
    }
    const target = checker.model.registers[by.reference.to]
    if (!target) {
      checker.leave()
      return
    }
    const wrong = unfitStep(by, target, field)
    if (wrong) {
      checker.add(path, 'follows-step', wrong, { offset })
      return
    }
    at = target
  }
  checkEnd(checker, path, at, steps, field)
}

function checkEnd(checker: Checker, path: JsonPath, at: Register, steps: readonly string[], field: Field): void {
  const name = steps.at(-1) ?? ''
  const offset = steps.slice(0, -1).join('.').length + 1
  const source = at.fields.find(each => each.name === name)
  if (!source) {
    const candidates = at.fields.map(each => each.name)
    checker.add(path, 'field-unknown', `There is no field of ${at.name} "${name}".`, { offset, word: name, candidates })
    return
  }
  const why = unfitEnd(source, field)
  if (why) checker.add(path, 'follows-source', why, { offset })
  else if (source.see !== undefined && source.see !== field.see)
    checker.add(path, 'see-read', `"${field.name}" tells "${name}": it needs the same "see" ("${source.see}").`, { offset })
}

function unfit(
  { readOnly, compute, default: start, defaultWhen, rollup, numbering }: Property,
  field: Field,
  own: Register | undefined,
  model: Model,
): string | undefined {
  const { name } = field
  if (own?.scope !== 'store' || own.parent || own.from || own.textKey)
    return `"${name}" is no field of numbered records that belong to a store each.`
  const others = [compute, start, defaultWhen, rollup, numbering]
  if (!readOnly || others.some(other => other !== undefined) || !field.stored || field.secret || field.required)
    return `The server alone keeps "${name}": it needs "readOnly", no other value, and may be empty.`
  const view = Object.values(model.registers).find(
    ({ from, fields }) => from?.register === own.name && !fields.some(each => each.name === name),
  )
  if (view) return `"${view.name}" shows these records without "${name}": what is changed there would not be followed.`
  const reader = own.fields.find(
    each => each.stored && each.compute !== undefined && readsOf(model, own.name, each.compute).some(([first]) => first === name),
  )
  return reader && `"${reader.name}" is computed of "${name}" and kept: it would stand as it was at the last save.`
}

/** The reason for which a way cannot go on through a reference: whoever changes what it leads to must be known. */
function unfitStep(by: Field, target: Register, field: Field): string | undefined {
  const { onRemove } = by.reference ?? {}
  if (!by.stored || onRemove !== 'refuse')
    return `"${by.name}" is emptied, or left as it was, when its record is removed: nothing follows it.`
  if (by.see !== undefined && by.see !== field.see)
    return `"${field.name}" tells where "${by.name}" leads: it needs the same "see" ("${by.see}").`
  if (target.scope !== 'store' || target.parent || target.from || target.textKey)
    return `"${target.name}" has no numbered records of its own that belong to a store each.`
  if (target.rows?.see) return `Not everybody sees all records of "${target.name}": its values are told to nobody else.`
  if (target.access.create === undefined || target.access.create === 'false')
    return `The server alone writes "${target.name}", by statements that tell nobody.`
  return target.about?.erase === 'remove'
    ? `Erasing a person removes records of "${target.name}" by statements that tell nobody.`
    : undefined
}

function unfitEnd(source: Field, field: Field): string | undefined {
  const { name, kind } = source
  if (!source.stored || source.secret || source.rollup || source.follows !== undefined)
    return `"${name}" is not kept, or is worked out of other records itself.`
  if (source.personal) return `"${name}" is about a person, and erasing it would change the value unseen.`
  if (source.reference || isUploaded(source) || kindByName(kind).chosenFrom !== undefined)
    return `"${name}" is of the kind ${kind}, which means nothing without its own field.`
  if (kind !== field.kind || source.decimals !== field.decimals)
    return `"${field.name}" is of the kind ${field.kind}, and "${name}" of the kind ${kind}, or of other decimal places.`
  const isShort = field.maxLength !== undefined && (source.maxLength === undefined || source.maxLength > field.maxLength)
  return isShort ? `"${field.name}" is shorter than "${name}" may be: leave out its "maxLength", or give it the same.` : undefined
}
